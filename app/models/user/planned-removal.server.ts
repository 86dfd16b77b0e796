import { and, count, eq } from 'drizzle-orm';
import { photos, users } from '~db/schema';
import { assertCan, memberTarget, type Person } from '../access';
import { recordDeed } from '../admin/audit.server';
import { DomainError } from '../errors';
import { UNDO_MS } from '../photo/removal';
import { liftBanOf, recordBan } from './bans.server';
import type { RegisterDeps } from './register.server';
import { lockEventAndUser } from './remove.server';

// The removal of one person by the organizer, which can be undone (rule `desk.undo`). `carryOutClearUps`
// carries it out.

/**
 * Removes a participant, or for the organizer a co-organizer, in ten seconds; until then it can be undone.
 * @param params.keepOut whether to ban their address from joining again (rule `participants.kept-out`)
 * @returns their name, and how many photos are deleted with them
 * @throws DomainError user_not_found, access_denied
 */
export async function planRemovalOf(
  { db, env }: RegisterDeps,
  params: { actor: Person; userId: number; keepOut: boolean; now: Date },
): Promise<{ name: string; photoCount: number }> {
  const { actor, userId, keepOut, now } = params;
  return db.transaction(async (tx) => {
    const { user, event } = await lockEventAndUser(tx, userId);
    assertCan(actor, 'member.remove', memberTarget(user));
    await tx
      .update(users)
      .set({ removeAt: new Date(now.getTime() + UNDO_MS), removeWithPhotos: true })
      .where(eq(users.id, user.id));
    if (keepOut) await recordBan(tx, env, user);
    const here = { eventId: event.id, eventName: event.name };
    await recordDeed(tx, { actor, deed: 'member.removed', target: user, ...here });
    const [counted] = await tx
      .select({ photos: count() })
      .from(photos)
      .where(eq(photos.userId, user.id));
    return { name: user.name, photoCount: counted?.photos ?? 0 };
  });
}

/**
 * Undoes the removal of one person, and a ban that came with it.
 * @returns their name
 * @throws DomainError user_not_found when they are gone or nobody removed them; access_denied
 */
export async function undoRemovalOf(
  { db, env }: RegisterDeps,
  { actor, userId }: { actor: Person; userId: number },
): Promise<string> {
  return db.transaction(async (tx) => {
    const { user, event } = await lockEventAndUser(tx, userId);
    assertCan(actor, 'member.remove', memberTarget(user));
    const [kept] = await tx
      .update(users)
      .set({ removeAt: null, removeWithPhotos: false })
      .where(and(eq(users.id, user.id), eq(users.removeWithPhotos, true)))
      .returning({ id: users.id });
    if (!kept) throw new DomainError('user_not_found');
    await liftBanOf(tx, env, user);
    const here = { eventId: event.id, eventName: event.name };
    await recordDeed(tx, { actor, deed: 'member.kept', target: user, ...here });
    return user.name;
  });
}
