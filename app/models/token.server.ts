import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';

/** A secret for a link: 256 random bits in base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a token. It is random enough that a plain SHA-256 cannot be guessed back. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** The same of a session's token, in letters and digits alone: changes are told by it, in words. */
export function hashSessionToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** What is stored of a new private return link: it ends after a year (rule `sign-in.return-link`). */
export function returnLinkCells(token: string) {
  return {
    returnTokenHash: hashToken(token),
    returnTokenExpiresAt: sql`now() + interval '365 days'`,
  };
}
