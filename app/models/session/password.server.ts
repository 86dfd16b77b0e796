import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { createQueue } from '~/services/queue.server';
import { DomainError } from '../errors';

/**
 * The binary logarithm of scrypt's N. With r and p below it is OWASP's recommendation for 32 MiB, and takes a
 * quarter of a second per guess.
 */
export const PASSWORD_COST = 15;
const BLOCKS = { r: 8, p: 3 } as const;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** The prefix of new hashes. */
let current = prefixOf(PASSWORD_COST);
const BUSY_RETRY_S = 5;

// Anyone can trigger a derivation, and each one occupies one of the process's four threads, which files,
// images and compression need as well. So few run at a time, and the queue holds no more than can be served
// within seconds.
export const passwordQueue = createQueue({
  concurrency: 2,
  limit: 50,
  refuse: (figures) => new DomainError('busy', { retryAfter: BUSY_RETRY_S, figures }),
});

/**
 * Sets the cost of new password hashes. Called once at startup. Tests set it low because they sign in
 * thousands of times.
 * @param cost the binary logarithm of scrypt's N
 */
export function setPasswordCost(cost: number): void {
  current = prefixOf(cost);
}

function prefixOf(cost: number): string {
  return `scrypt$${2 ** cost}$${BLOCKS.r}$${BLOCKS.p}$`;
}

/** A hash that no password matches. `verifyPassword` compares with it when there is no user. */
const dummyHash = () => `${current}${'A'.repeat(22)}$${'A'.repeat(43)}`;

/**
 * Hashes a password with scrypt: `scrypt$N$r$p$salt$hash`, the last two in base64url.
 * @throws DomainError busy when the queue is full
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(password, salt, costOf(current));
  return `${current}${salt.toString('base64url')}$${hash.toString('base64url')}`;
}

/**
 * Whether a password matches a hash, compared in constant time. Without a hash it does the same work and
 * returns false, so that the time does not reveal whether the user exists.
 * @throws DomainError busy when the queue is full
 */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const compared = stored ?? dummyHash();
  const [scheme, , , , salt, hash] = compared.split('$');
  if (scheme !== 'scrypt' || !salt || !hash) return false;
  const expected = Buffer.from(hash, 'base64url');
  const given = Buffer.from(salt, 'base64url');
  const actual = await derive(password, given, costOf(compared), expected.length);
  return timingSafeEqual(actual, expected) && stored !== null;
}

/** Whether a hash was made at another cost than new ones. */
export function needsRehash(stored: string): boolean {
  return !stored.startsWith(current);
}

/** The scrypt options of a hash with this prefix. scrypt needs 128 · r · (N + p + 2) bytes. */
function costOf(hash: string): ScryptOptions {
  const [, N, r, p] = hash.split('$').map(Number);
  return { N, r, p, maxmem: 256 * Number(r) * (Number(N) + Number(p) + 2) };
}

function derive(
  password: string,
  salt: Buffer,
  cost: ScryptOptions,
  length = HASH_BYTES,
): Promise<Buffer> {
  return passwordQueue.run(
    () =>
      new Promise((resolve, reject) => {
        scrypt(password, salt, length, cost, (error, key) =>
          error ? reject(error) : resolve(key),
        );
      }),
  );
}
