import { and, asc, eq, lt, sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { isAmong } from '~db/many.server';
import {
  favorites,
  flagReports,
  invitedGuests,
  photos,
  users,
  type EventRow,
  type UserRow,
} from '~db/schema';
import { assertCan, assertRunning, memberTarget, type Actor, type Person } from '../access';
import { recordDeed } from '../admin/audit.server';
import { DomainError } from '../errors';
import { assertNameTyped, removeEvent } from '../event/end.server';
import { areNamesTaken } from '../event/names.server';
import { replaceOrganizer } from '../event/organizer.server';
import { lockEvent } from '../event/update.server';
import { bigintId } from '../id.server';
import { storeBulbs } from '../photo/star-news.server';
import { planRemovals } from '../storage/file-work.server';
import { recordBan } from './bans.server';
import type { RegisterDeps } from './register.server';

/**
 * Removes a participant, or for the organizer a co-organizer, from the event. Nobody removes themselves. Photos,
 * selfie, stars given and received, reports of their photos, and messages are deleted with the row; files are
 * queued for removal. What they reported stays, without their name (rule `reports.reporter-gone`).
 * @param params.keepOut whether to ban their address from joining again (rule `participants.kept-out`)
 * @throws DomainError user_not_found, or access_denied
 */
export async function removeParticipant(
  { db, env }: RegisterDeps,
  { actor, userId, keepOut = false }: { actor: Actor; userId: number; keepOut?: boolean },
): Promise<void> {
  await db.transaction(async (tx) => {
    const { user, event } = await lockEventAndUser(tx, userId);
    const { eventId } = user;
    assertCan(actor, 'member.remove', memberTarget(user));
    const here = { eventId, eventName: event.name };
    await recordDeed(tx, { actor, deed: 'member.removed', target: user, ...here });
    if (keepOut) await recordBan(tx, env, user);
    await deleteMember(tx, user.id);
  });
}

/** Strangers in the demo event and their data are deleted after a day. */
const STRANGER_MS = 24 * 60 * 60 * 1000;

/**
 * Removes strangers who joined the demo event a day ago, with all their data (rule `demo.strangers`).
 * @throws DomainError access_denied for every actor but the system
 */
export async function removeOldStrangers(
  db: Db,
  { actor, now }: { actor: Actor; now: Date },
): Promise<void> {
  assertCan(actor, 'event.expire');
  const old = await db
    .select({ id: users.id })
    .from(users)
    .where(and(users.isStranger, lt(users.createdAt, new Date(now.getTime() - STRANGER_MS))));
  for (const { id } of old) {
    await removeMember(db, id, () => {}).catch((error: unknown) => {
      // They left at this moment.
      if (!(error instanceof DomainError)) throw error;
    });
  }
}

/**
 * Deletes a participant's own account with all their data. An organizer deletes the event instead.
 * @throws DomainError user_not_found, event_closed, or access_denied for an organizer
 */
export async function deleteOwnAccount(db: Db, { actor }: { actor: Person }): Promise<void> {
  await removeMember(db, actor.userId ?? 0, (_tx, { user, event }) => {
    assertRunning(actor, event);
    assertCan(actor, 'account.delete', memberTarget(user));
  });
}

/**
 * Deletes any user but the administrator, on the administrator's behalf. An event always has an organizer: an
 * organizer's event is deleted with them unless a participant takes over. Participants need no successor.
 * @param params.successorId the participant who takes the event over
 * @param params.typed the name of an event that is deleted, on a screen that asks for it
 * @throws DomainError access_denied, also for the administrator's own row; event_name_typed at `typed`;
 *   user_not_found, at `successorId` when no such participant is in the event; event_exists at `successorId`
 *   when another event has the event's name with the successor's name
 */
export async function deleteUser(
  db: Db,
  params: { actor: Actor; userId: number; successorId?: number; typed?: string },
): Promise<void> {
  const { actor, userId, successorId, typed } = params;
  assertCan(actor, 'user.delete', { ownerId: userId });
  try {
    await db.transaction(async (tx) => {
      const { user, event } = await lockEventAndUser(tx, userId);
      const here = { actor, eventId: event.id, eventName: event.name };
      await recordDeed(tx, { ...here, deed: 'user.deleted', target: user });
      if (!user.isOrganizer || user.coOrganizerSince) await deleteMemberAndReports(tx, user.id);
      else if (successorId === undefined) {
        assertNameTyped(event, typed);
        await recordDeed(tx, { ...here, deed: 'event.deleted' });
        await removeEvent(tx, event);
      } else {
        const { id: organizerId } = user;
        const retireOrganizer = () => deleteMemberAndReports(tx, organizerId);
        const target = await replaceOrganizer(tx, {
          event,
          organizerId,
          successorId,
          retireOrganizer,
        });
        await recordDeed(tx, { ...here, deed: 'event.organizer', target });
      }
    });
  } catch (error) {
    if (areNamesTaken(error)) {
      throw new DomainError('event_exists', { field: 'successorId', cause: error });
    }
    throw error;
  }
}

/**
 * Deletes a member with all their data.
 * @param before checks the permission and logs the action. It gets the user and the event, whose row is
 *   locked by then. If it returns false, the member stays
 * @returns whether they were deleted
 */
async function removeMember(
  db: Db,
  userId: number,
  before: (
    tx: Db,
    held: { user: UserRow; event: EventRow },
  ) => Promise<boolean | void> | boolean | void,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const held = await lockEventAndUser(tx, userId);
    if ((await before(tx, held)) === false) return false;
    await deleteMemberAndReports(tx, held.user.id);
    return true;
  });
}

/** Deletes a member and what they reported. The caller has locked the event's row. */
export async function deleteMemberAndReports(tx: Db, userId: number): Promise<void> {
  await tx.delete(flagReports).where(eq(flagReports.reportedById, userId));
  await deleteMember(tx, userId);
}

/** Deletes a member; what they reported stays. The caller has locked the event's row. */
export async function deleteMember(tx: Db, userId: number): Promise<void> {
  const selfies = await lockRows(tx, [userId]);
  const pictures = await tx
    .select({ storage: photos.imageStorage, key: photos.imageKey })
    .from(photos)
    .where(eq(photos.userId, userId));
  await planRemovals(tx, [...selfies, ...pictures]);
  // The deletion of a member must not reveal on whose photos their stars were.
  await storeBulbs(tx, eq(favorites.userId, userId), new Date());
  // A member who has left gets no further invitation.
  const them = tx
    .select({ eventId: users.eventId, emailKey: users.emailKey })
    .from(users)
    .where(eq(users.id, userId));
  await tx
    .delete(invitedGuests)
    .where(sql`(${invitedGuests.eventId}, ${invitedGuests.emailKey}) in ${them}`);
  await tx.delete(users).where(eq(users.id, userId));
}

/**
 * Locks a user's event and reads the user. Every transaction that locks both locks the event first, then
 * members in order of their ids, so that no two transactions deadlock.
 * @throws DomainError user_not_found
 */
export async function lockEventAndUser(
  tx: Db,
  userId: number,
): Promise<{ user: UserRow; event: EventRow }> {
  const isUser = eq(users.id, bigintId(userId));
  const [found] = await tx.select({ eventId: users.eventId }).from(users).where(isUser);
  if (!found) throw new DomainError('user_not_found');
  const [event] = await lockEvent(tx, found.eventId);
  // Read after the lock: while this transaction waited, the user may have been deleted or become organizer.
  const [user] = await tx.select().from(users).where(isUser);
  if (!event || !user) throw new DomainError('user_not_found');
  return { user, event };
}

/** Locks members' rows, so that the selfies it returns are still theirs at the commit. */
function lockRows(tx: Db, userIds: number[]) {
  return tx
    .select({ storage: users.selfieStorage, key: users.selfieKey })
    .from(users)
    .where(isAmong(users.id, userIds))
    .orderBy(asc(users.id))
    .for('update');
}
