import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Db } from '../../db/client.server';
import { events, photos, users } from '../../db/schema';
import { can, type Actor } from './access';
import { isViolation } from './constraint.server';
import { DomainError } from './errors';
import { isDemo } from './event';
import type { EventRow } from './event.server';
import { planRemovals } from './file-removal.server';
import { bigintId } from './id.server';
import { ADMIN_USER_ID } from './user';
import type { UserRow } from './user.server';

/**
 * Removes a participant from the organizer's event: not oneself, so no organizer either. Photos,
 * selfie, stars given and received, reports and messages go with the row; files are queued (rule
 * `storage.removal`).
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
 * A participant leaves for good, with everything that is theirs. An organizer deletes the event
 * instead.
 * @throws DomainError user_not_found, or access_denied for an organizer
 */
export async function deleteOwnAccount(db: Db, { userId }: { userId: number }): Promise<void> {
  await removeMember(db, userId, (user) => {
    if (user.isOrganizer) throw new DomainError('access_denied');
  });
}

/**
 * The administrator deletes anybody but themselves. An event never stands without an organizer: with
 * its organizer it goes too, unless a participant succeeds. Whoever is no organizer needs none.
 * @param params.successorId who takes the event over
 * @throws DomainError user_not_found, at `successorId` when no such participant is in the event;
 *   event_exists at `successorId` when the event's name and the successor's stand for another event;
 *   access_denied for the administrator's own row
 */
export async function deleteUser(
  db: Db,
  { userId, successorId }: { userId: number; successorId?: number },
): Promise<void> {
  if (userId === ADMIN_USER_ID) throw new DomainError('access_denied');
  try {
    await db.transaction(async (tx) => {
      const { user, event } = await holdEventOf(tx, userId);
      if (!user.isOrganizer) await removeRow(tx, user.id);
      else if (successorId === undefined) await removeEvent(tx, event);
      else await replaceOrganizer(tx, { event, organizerId: user.id, successorId });
    });
  } catch (error) {
    if (isViolation(error, 'events_name_organizer_unique')) {
      throw new DomainError('event_exists', { field: 'successorId', cause: error });
    }
    throw error;
  }
}

/**
 * Deletes an event with its members, photos, stars, reports, messages and files. Who may is the
 * caller's to prove.
 * @throws DomainError event_not_found, or demo_event_protected for the administrator's own (rule
 * `event.demo`)
 */
export async function deleteEvent(db: Db, { eventId }: { eventId: number }): Promise<void> {
  if (isDemo({ id: eventId })) throw new DomainError('demo_event_protected');
  await db.transaction(async (tx) => {
    const [event] = await lockEvent(tx, eventId);
    if (!event) throw new DomainError('event_not_found');
    await removeEvent(tx, event);
  });
}

/** Deletes an event whose row is locked; the database deletes members, photos and the rest with it. */
async function removeEvent(tx: Db, event: EventRow): Promise<void> {
  // A change of a selfie locks its user's row alone, not the event: without this lock a file that is
  // committed after our read would get no planned removal.
  const members = await tx
    .select({ storage: users.selfieStorage, key: users.selfieKey })
    .from(users)
    .where(eq(users.eventId, event.id))
    .orderBy(asc(users.id))
    .for('update');
  const pictures = await tx
    .select({ storage: photos.imageStorage, key: photos.imageKey })
    .from(photos)
    .where(eq(photos.eventId, event.id));
  const own = { storage: event.imageStorage, key: event.imageKey };
  await planRemovals(tx, [own, ...members, ...pictures]);
  await tx.delete(events).where(eq(events.id, event.id));
}

/** Puts a participant in an organizer's place, in an event whose row is held. */
async function replaceOrganizer(
  tx: Db,
  params: { event: EventRow; organizerId: number; successorId: number },
): Promise<void> {
  const { event, organizerId, successorId } = params;
  // Joining, leaving and renaming all lock the event first, so the successor read here stays one.
  const [successor] = await tx
    .select({ id: users.id, nameKey: users.nameKey })
    .from(users)
    .where(
      and(
        eq(users.id, bigintId(successorId)),
        eq(users.eventId, event.id),
        eq(users.isOrganizer, false),
      ),
    );
  if (!successor) throw new DomainError('user_not_found', { field: 'successorId' });
  const { id, nameKey: organizerNameKey } = successor;
  await lockRows(tx, [organizerId, id]);
  // The old organizer first: a unique index allows one organizer an event.
  await removeRow(tx, organizerId);
  await tx.update(users).set({ isOrganizer: true }).where(eq(users.id, id));
  await tx
    .update(events)
    // The warning went to the old organizer: the new one is to be warned as well.
    .set({ organizerId: id, organizerNameKey, warnedForEnd: null })
    .where(eq(events.id, event.id));
}

async function removeMember(db: Db, userId: number, check: (user: UserRow) => void): Promise<void> {
  await db.transaction(async (tx) => {
    const { user } = await holdEventOf(tx, userId);
    check(user);
    await removeRow(tx, user.id);
  });
}

/** Deletes a member; the event's row has to be locked before. */
async function removeRow(tx: Db, userId: number): Promise<void> {
  const selfies = await lockRows(tx, [userId]);
  const pictures = await tx
    .select({ storage: photos.imageStorage, key: photos.imageKey })
    .from(photos)
    .where(eq(photos.userId, userId));
  await planRemovals(tx, [...selfies, ...pictures]);
  await tx.delete(users).where(eq(users.id, userId));
}

/**
 * Locks a user's event and reads the user. Whatever locks both locks the event first, then members
 * in the order of their ids: with one order no two transactions wait for each other.
 * @throws DomainError user_not_found
 */
async function holdEventOf(tx: Db, userId: number): Promise<{ user: UserRow; event: EventRow }> {
  const isUser = eq(users.id, bigintId(userId));
  const [found] = await tx.select({ eventId: users.eventId }).from(users).where(isUser);
  if (!found) throw new DomainError('user_not_found');
  const [event] = await lockEvent(tx, found.eventId);
  // Read after the lock: while we waited for it, the user may have been deleted or made organizer.
  const [user] = await tx.select().from(users).where(isUser);
  if (!event || !user) throw new DomainError('user_not_found');
  return { user, event };
}

function lockEvent(tx: Db, eventId: number) {
  return tx.select().from(events).where(eq(events.id, eventId)).for('update');
}

/** Locks members' rows, so that the selfies given back are still theirs at the commit. */
function lockRows(tx: Db, userIds: number[]) {
  return tx
    .select({ storage: users.selfieStorage, key: users.selfieKey })
    .from(users)
    .where(inArray(users.id, userIds))
    .orderBy(asc(users.id))
    .for('update');
}
