import { and, eq, gt, isNotNull, sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { users } from '~db/schema';
import { assertCan, ownAccount, type Person } from './access';
import { DomainError } from './errors';
import { endSessionsOf, type Renewal } from './session.server';
import { hashToken } from './token.server';
import { isOwnRow, type UserRow } from './user.server';

// Where no mail is set up and no password was chosen, a name and an address open an event, and others know both.
// So a first password from such a session is doubted until its owner agrees, or takes it back by the private link
// (rule `sign-in.password-doubt`). Meanwhile it shuts nobody out: sessions and the link stay good.

/** How long a doubted password cannot make a new private link, which would void its owner's. */
const DOUBT_MS = 7 * 24 * 60 * 60 * 1000;

/** Whether a password could be taken back: without a private link nobody could prove anything. */
export function canTakeBack({
  returnTokenHash,
  returnTokenExpiresAt,
}: Pick<UserRow, 'returnTokenHash' | 'returnTokenExpiresAt'>): boolean {
  return (
    returnTokenHash !== null && returnTokenExpiresAt !== null && returnTokenExpiresAt > new Date()
  );
}

/**
 * Whoever has proved nothing but a name and an address does not void the owner's private link.
 * @throws DomainError link_unproven
 */
export function assertMayRenewLink(user: UserRow, { isProven }: { isProven: boolean }): void {
  if (isProven || !canTakeBack(user)) return;
  const { passwordHash, passwordDoubtedAt } = user;
  const isTrusted =
    passwordDoubtedAt === null || Date.now() - passwordDoubtedAt.getTime() > DOUBT_MS;
  if (passwordHash === null || !isTrusted) throw new DomainError('link_unproven');
}

/**
 * Takes back a password that somebody else chose; all other sessions end. A session that has proved nothing more
 * than a name and an address needs the private link.
 * @param params.link the private link, or its token alone
 * @returns whether there was one to take back
 * @throws DomainError all_fields_required or link_expired at `link`, access_denied
 */
export async function takeBackPassword(
  db: Db,
  params: { actor: Person; isProven: boolean; link?: string; renewal: Renewal },
): Promise<boolean> {
  const { actor, isProven, link, renewal } = params;
  assertCan(actor, 'account.secure', ownAccount(actor));
  const token = link?.trim().split('/').pop();
  if (!isProven && !token) throw new DomainError('all_fields_required', { field: 'link' });
  return db.transaction(async (tx) => {
    const isProvenByLink = and(
      eq(users.returnTokenHash, hashToken(token ?? '')),
      gt(users.returnTokenExpiresAt, sql`now()`),
    );
    if (!isProven && (await tx.$count(users, and(isOwnRow(actor), isProvenByLink))) === 0) {
      throw new DomainError('link_expired', { field: 'link' });
    }
    const [user] = await tx
      .update(users)
      .set({ passwordHash: null, passwordDoubtedAt: null })
      .where(and(isOwnRow(actor), isNotNull(users.passwordDoubtedAt)))
      .returning({ id: users.id });
    if (!user) return false;
    await endSessionsOf(tx, { userId: user.id, renewal: { ...renewal, isProven: true } });
    return true;
  });
}

/**
 * The owner agrees to a password that was doubted.
 * @throws DomainError access_denied for a session that has proved nothing more than a name and an address
 */
export async function agreeToPassword(
  db: Db,
  { actor, isProven }: { actor: Person; isProven: boolean },
): Promise<void> {
  assertCan(actor, 'account.secure', ownAccount(actor));
  if (!isProven) throw new DomainError('access_denied');
  await db.update(users).set({ passwordDoubtedAt: null }).where(isOwnRow(actor));
}
