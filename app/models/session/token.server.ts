import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';

/** A secret for a link: 256 random bits in base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The stored hash of a token. The token has enough entropy for a plain SHA-256. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** The stored hash of a session's token, in hexadecimal: notifications of changes contain it as one word. */
export function hashSessionToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** The columns for a new private return link, which expires after a year (rule `sign-in.return-link`). */
export function returnLinkCells(token: string) {
  return {
    returnTokenHash: hashToken(token),
    returnTokenExpiresAt: sql`now() + interval '365 days'`,
  };
}
