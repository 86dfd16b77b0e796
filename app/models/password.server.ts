import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { createQueue } from '~/services/queue.server';
import { DomainError } from './errors';

/** What OWASP recommends at 32 MiB: about a quarter of a second for each guess. */
const COST = { N: 2 ** 15, r: 8, p: 3 } as const;
const MAX_MEMORY_BYTES = 64 * 1024 * 1024;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

const CURRENT = `scrypt$${COST.N}$${COST.r}$${COST.p}$`;
const BUSY_RETRY_S = 5;

// Anyone may ask for a derivation, and each keeps one of the process's four threads, which files,
// images and compression wait for as well: so a few at a time, and no more waiting than are served
// within seconds.
const derivations = createQueue({
  concurrency: 2,
  limit: 50,
  refuse: (figures) => new DomainError('busy', { retryAfter: BUSY_RETRY_S, figures }),
});

/** A hash that no password has: `verifyPassword` compares with it where there is no user. */
const NOBODY = `${CURRENT}${'A'.repeat(22)}$${'A'.repeat(43)}`;

/**
 * Hashes a password with scrypt: `scrypt$N$r$p$salt$hash`, the last two in base64url.
 * @throws DomainError busy when too many are waiting already
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(password, salt, COST);
  return `${CURRENT}${salt.toString('base64url')}$${hash.toString('base64url')}`;
}

/**
 * Whether a password is the hashed one, compared in constant time. Without a hash the answer is no,
 * after the same work: how long it takes must not tell whether there is such a user.
 * @throws DomainError busy when too many are waiting already
 */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const [scheme, N, r, p, salt, hash] = (stored ?? NOBODY).split('$');
  if (scheme !== 'scrypt' || !salt || !hash) return false;
  const expected = Buffer.from(hash, 'base64url');
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  const actual = await derive(password, Buffer.from(salt, 'base64url'), cost, expected.length);
  return timingSafeEqual(actual, expected) && stored !== null;
}

/** Whether a hash was made at another cost than new ones are. */
export function needsRehash(stored: string): boolean {
  return !stored.startsWith(CURRENT);
}

function derive(
  password: string,
  salt: Buffer,
  cost: ScryptOptions,
  length = HASH_BYTES,
): Promise<Buffer> {
  const options = { ...cost, maxmem: MAX_MEMORY_BYTES };
  return derivations.run(
    () =>
      new Promise((resolve, reject) => {
        scrypt(password, salt, length, options, (error, key) =>
          error ? reject(error) : resolve(key),
        );
      }),
  );
}
