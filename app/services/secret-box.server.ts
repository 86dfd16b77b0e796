import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a text for storage. Each result is different.
 * @param purpose keeps a text that was sealed for one purpose from being opened for another
 * @returns base64url
 */
export function seal(
  text: string,
  { secret, purpose }: { secret: string; purpose: string },
): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, keyOf(secret, purpose), nonce);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
}

/**
 * Decrypts what `seal` made, with any of the secrets, because they rotate.
 * @returns null if none fits, or if it was tampered with
 */
export function open(
  sealed: string,
  { secrets, purpose }: { secrets: readonly string[]; purpose: string },
): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const body = bytes.subarray(NONCE_BYTES + TAG_BYTES);
  if (tag.length < TAG_BYTES) return null;
  for (const secret of secrets) {
    try {
      const decipher = createDecipheriv(ALGORITHM, keyOf(secret, purpose), nonce);
      decipher.setAuthTag(tag);
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
    } catch {
      // Sealed with another secret, or damaged.
    }
  }
  return null;
}

/**
 * Seals with the first secret what an older one sealed.
 * @returns null if the first one opens it, or none does
 */
export function reseal(
  sealed: string,
  { secrets, purpose }: { secrets: readonly [string, ...string[]]; purpose: string },
): string | null {
  const [secret, ...older] = secrets;
  if (open(sealed, { secrets: [secret], purpose }) !== null) return null;
  const text = open(sealed, { secrets: older, purpose });
  return text === null ? null : seal(text, { secret, purpose });
}

function keyOf(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'snapodium', purpose, KEY_BYTES));
}
