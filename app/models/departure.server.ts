import { asc, eq } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { events, photos, users } from '~db/schema';
import { can, type Actor } from './access';
import { DomainError } from './errors';
import { isDemo } from './event';
import { planRemovals } from './file-removal.server';
import { outsideId } from './id.server';
import { ADMIN_USER_ID } from './user';

/**
 * Removes a participant from the organizer's event (§6): not oneself, so no organizer either. Photos,
 * selfie, stars given and received, reports and messages go with the row; files are queued (C§5).
 * @throws DomainError user_not_found, or access_denied
 */
export async function removeParticipant(
  db: Db,
  { userId, actor }: { userId: number; actor: Actor },
): Promise<void> {
  await removeMember(db, userId, (user) => {
    const target = { eventId: user.eventId, ownerId: user.id };
    if (!can(actor, 'member.remove', target)) throw new DomainError('access_denied');
  });
}

/**
 * A participant leaves for good, with everything that is theirs (§2). An organizer deletes the event
 * instead.
 * @throws DomainError user_not_found, or access_denied for an organizer
 */
export async function deleteOwnAccount(db: Db, { userId }: { userId: number }): Promise<void> {
  await removeMember(db, userId, (user) => {
    if (user.isOrganizer) throw new DomainError('access_denied');
  });
}

/**
 * The administrator deletes anybody but themselves (§6). The event of an organizer stays, without one:
 * guests go on finding it by both names.
 * @throws DomainError user_not_found, or access_denied for the administrator's own row
 */
export async function deleteUser(db: Db, { userId }: { userId: number }): Promise<void> {
  await removeMember(db, userId, (user) => {
    if (user.id === ADMIN_USER_ID) throw new DomainError('access_denied');
  });
}

/**
 * Deletes an event with its members, photos, stars, reports, messages and files (§2). Who may is the
 * caller's to prove.
 * @throws DomainError event_not_found, or demo_event_protected for the administrator's own (C§2)
 */
export async function deleteEvent(db: Db, { eventId }: { eventId: number }): Promise<void> {
  if (isDemo({ id: eventId })) throw new DomainError('demo_event_protected');
  await db.transaction(async (tx) => {
    const [event] = await lockEvent(tx, eventId);
    if (!event) throw new DomainError('event_not_found');
    // Whoever changes a selfie holds the own row alone: without this lock a new file would be missed.
    const members = await tx
      .select({ storage: users.selfieStorage, key: users.selfieKey })
      .from(users)
      .where(eq(users.eventId, eventId))
      .orderBy(asc(users.id))
      .for('update');
    const pictures = await tx
      .select({ storage: photos.imageStorage, key: photos.imageKey })
      .from(photos)
      .where(eq(photos.eventId, eventId));
    const own = { storage: event.imageStorage, key: event.imageKey };
    await planRemovals(tx, [own, ...members, ...pictures]);
    await tx.delete(events).where(eq(events.id, eventId));
  });
}

/** Everybody who writes locks the event first, then the member. */
async function removeMember(
  db: Db,
  userId: number,
  check: (user: { id: number; eventId: number; isOrganizer: boolean }) => void,
): Promise<void> {
  const isUser = eq(users.id, outsideId(userId));
  await db.transaction(async (tx) => {
    const [found] = await tx.select({ eventId: users.eventId }).from(users).where(isUser);
    if (!found) throw new DomainError('user_not_found');
    await lockEvent(tx, found.eventId);
    const [user] = await tx.select().from(users).where(isUser).for('update');
    if (!user) throw new DomainError('user_not_found');
    check(user);
    const pictures = await tx
      .select({ storage: photos.imageStorage, key: photos.imageKey })
      .from(photos)
      .where(eq(photos.userId, user.id));
    const selfie = { storage: user.selfieStorage, key: user.selfieKey };
    await planRemovals(tx, [selfie, ...pictures]);
    await tx.delete(users).where(isUser);
  });
}

function lockEvent(tx: Db, eventId: number) {
  return tx.select().from(events).where(eq(events.id, eventId)).for('update');
}
