import { eq } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { mailNotices, users } from '~db/schema';
import { assertCan, ownAccount, type Person } from '../access';
import { DomainError } from '../errors';
import { newestIds } from './mail-notice.server';
import { lockRunningEvent } from './write.server';

/** Whether a member wants mails about news. The default is yes for organizers and no for participants. */
export async function readMailWish(
  db: Db,
  { user }: { user: { id: number; isOrganizer: boolean } },
): Promise<boolean> {
  const [row] = await db
    .select({ isWanted: mailNotices.isWanted })
    .from(mailNotices)
    .where(eq(mailNotices.userId, user.id));
  return row?.isWanted ?? user.isOrganizer;
}

/**
 * Turns a member's mails about news on or off.
 * @throws DomainError access_denied for a visitor, user_not_found, event_closed
 */
export async function setMailWish(
  db: Db,
  { actor, isWanted }: { actor: Person; isWanted: boolean },
): Promise<void> {
  assertCan(actor, 'account.change', ownAccount(actor));
  const userId = actor.userId ?? 0;
  await db.transaction(async (tx) => {
    await lockRunningEvent(tx, actor);
    // The lock keeps the user from being deleted before the commit.
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('key share');
    if (!user) throw new DomainError('user_not_found');
    if ((await readMailWish(tx, { user })) === isWanted) return;
    const wish = { isWanted, ...(isWanted && (await newestIds(tx, user))) };
    await tx
      .insert(mailNotices)
      .values({ userId, ...wish })
      .onConflictDoUpdate({ target: mailNotices.userId, set: wish });
    // Users who have lost the confirmation mail get another one.
    if (isWanted) await tx.update(users).set({ emailAskedAt: null }).where(eq(users.id, userId));
  });
}
