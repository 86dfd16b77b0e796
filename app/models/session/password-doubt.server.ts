import { and, eq, gt, isNotNull, sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { users } from '~db/schema';
import { assertCan, ownAccount, type Person } from '../access';
import { DomainError } from '../errors';
import { endSessionsOf, type Renewal } from './write.server';
import { hashToken } from './token.server';
import { isOwnRow, type UserRow } from '../user/read.server';

// Without mail and without a password, a name and an address open an event, and others know both. So a first
// password set from such a session is in doubt until the owner confirms it, or revokes it with the private
// link (rule `sign-in.password-doubt`). Until then it locks nobody out: sessions and the link stay valid.

/** How long a password in doubt cannot create a new private link, which would invalidate the owner's. */
const DOUBT_MS = 7 * 24 * 60 * 60 * 1000;

/** Whether the password could be revoked: that takes a private link, as there is no other proof. */
export function canRevokePassword({
  returnTokenHash,
  returnTokenExpiresAt,
}: Pick<UserRow, 'returnTokenHash' | 'returnTokenExpiresAt'>): boolean {
  return (
    returnTokenHash !== null && returnTokenExpiresAt !== null && returnTokenExpiresAt > new Date()
  );
}

/**
 * Throws if a session has proved only a name and an address, because a new private link would invalidate the
 * owner's.
 * @throws DomainError link_unproven
 */
export function assertMayRenewLink(user: UserRow, { isProven }: { isProven: boolean }): void {
  if (isProven || !canRevokePassword(user)) return;
  const { passwordHash, passwordDoubtedAt } = user;
  const isTrusted =
    passwordDoubtedAt === null || Date.now() - passwordDoubtedAt.getTime() > DOUBT_MS;
  if (passwordHash === null || !isTrusted) throw new DomainError('link_unproven');
}

/**
 * Revokes a password that another person set, and ends all other sessions. A session that has proved only a
 * name and an address needs the private link.
 * @param params.link the private link, or its token alone
 * @returns whether there was a password to revoke
 * @throws DomainError all_fields_required or link_expired at `link`, access_denied
 */
export async function revokeDoubtedPassword(
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
 * Confirms a password that was in doubt as the owner's.
 * @throws DomainError access_denied for a session that has proved only a name and an address
 */
export async function confirmDoubtedPassword(
  db: Db,
  { actor, isProven }: { actor: Person; isProven: boolean },
): Promise<void> {
  assertCan(actor, 'account.secure', ownAccount(actor));
  if (!isProven) throw new DomainError('access_denied');
  await db.update(users).set({ passwordDoubtedAt: null }).where(isOwnRow(actor));
}
