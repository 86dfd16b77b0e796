import { createHash, randomBytes, randomUUID } from 'node:crypto';

/** A secret for a link: 256 random bits in base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What a user's sessions have to bear from now on. It opens nothing by itself. */
export function newSessionMark(): string {
  return randomUUID();
}

/** What is stored of a token. It is random enough that a plain SHA-256 cannot be guessed back. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
