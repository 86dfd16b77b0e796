import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { createQueue } from '~/services/queue.server';
import { DomainError } from './errors';

/** The binary logarithm of scrypt's N: what OWASP recommends at 32 MiB, a quarter of a second for each guess. */
export const PASSWORD_COST = 15;
const BLOCKS = { r: 8, p: 3 } as const;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** What the hashes made from now on begin with. */
let current = prefixOf(PASSWORD_COST);
const BUSY_RETRY_S = 5;

// Anyone may ask for a derivation, and each keeps one of the process's four threads, which files,
// images and compression wait for as well: so a few at a time, and no more waiting than are served
// within seconds.
const derivations = createQueue({
  concurrency: 2,
  limit: 50,
  refuse: (figures) => new DomainError('busy', { retryAfter: BUSY_RETRY_S, figures }),
});

/**
 * Sets what a password costs from now on. The start calls it once; tests set it low, for they sign in thousands
 * of times.
 * @param cost the binary logarithm of scrypt's N
 */
export function setPasswordCost(cost: number): void {
  current = prefixOf(cost);
}

function prefixOf(cost: number): string {
  return `scrypt$${2 ** cost}$${BLOCKS.r}$${BLOCKS.p}$`;
}

/** A hash that no password has: `verifyPassword` compares with it where there is no user. */
const nobody = () => `${current}${'A'.repeat(22)}$${'A'.repeat(43)}`;

/**
 * Hashes a password with scrypt: `scrypt$N$r$p$salt$hash`, the last two in base64url.
 * @throws DomainError busy when too many are waiting already
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(password, salt, costOf(current));
  return `${current}${salt.toString('base64url')}$${hash.toString('base64url')}`;
}

/**
 * Whether a password is the hashed one, compared in constant time. Without a hash the answer is no,
 * after the same work: how long it takes must not tell whether there is such a user.
 * @throws DomainError busy when too many are waiting already
 */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const compared = stored ?? nobody();
  const [scheme, , , , salt, hash] = compared.split('$');
  if (scheme !== 'scrypt' || !salt || !hash) return false;
  const expected = Buffer.from(hash, 'base64url');
  const given = Buffer.from(salt, 'base64url');
  const actual = await derive(password, given, costOf(compared), expected.length);
  return timingSafeEqual(actual, expected) && stored !== null;
}

/** Whether a hash was made at another cost than new ones are. */
export function needsRehash(stored: string): boolean {
  return !stored.startsWith(current);
}

/** What a hash of this beginning costs; scrypt needs 128 · r · (N + p + 2) bytes. */
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
  return derivations.run(
    () =>
      new Promise((resolve, reject) => {
        scrypt(password, salt, length, cost, (error, key) =>
          error ? reject(error) : resolve(key),
        );
      }),
  );
}
