import { and, asc, eq, gt, isNotNull, isNull, lte, ne, type SQL } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { isAmong } from '~db/many.server';
import { users, type UserRow } from '~db/schema';
import { assertCan, type Actor, type Person } from '../access';
import { recordDeed } from '../admin/audit.server';
import { DomainError } from '../errors';
import { getLockedEvent, lockEvent } from '../event/update.server';
import { hasNoPhoto, isParticipant } from '../event/progress.server';
import { ADMIN_USER_ID } from '../user/rules';
import { lockEventAndUser, deleteMember, deleteMemberAndReports } from '../user/remove.server';

// Bulk removal by the organizer of participants who joined in a rush (rule `participants.clear-up`).

/** How long the removal can be undone. */
const UNDO_MS = 60 * 1000;

/** Only participants who joined within this time are offered. */
const RECENT_MS = 60 * 60 * 1000;

/** The maximum per call. A longer page is too much for phones. */
const CLEAR_UP_MAX = 500;

/** Lists participants who joined in the last hour and have no photo, with the time they joined. */
export function listRecent(
  db: Db,
  { actor, eventId, now }: { actor: Person; eventId: number; now: Date },
): Promise<Pick<UserRow, 'id' | 'name' | 'createdAt'>[]> {
  assertCan(actor, 'event.manage', { eventId });
  const { id, name, createdAt } = users;
  return db
    .select({ id, name, createdAt })
    .from(users)
    .where(and(isRecent(eventId, now), isRemovable(db), isNull(users.removeAt)))
    .orderBy(asc(id))
    .limit(CLEAR_UP_MAX);
}

/** Counts the participants that `listRecent` finds. */
export function countRecent(
  db: Db,
  { eventId, now }: { eventId: number; now: Date },
): Promise<number> {
  return db.$count(users, and(isRecent(eventId, now), isRemovable(db), isNull(users.removeAt)));
}

/** Matches those whom a bulk removal is about to delete. */
const isGoing = and(isNotNull(users.removeAt), eq(users.removeWithPhotos, false));

/** Counts the participants whom a bulk removal is about to delete. */
export function countPendingRemovals(db: Db, { eventId }: { eventId: number }): Promise<number> {
  return db.$count(users, and(eq(users.eventId, eventId), isGoing));
}

/**
 * Schedules participants for removal in a minute. Until then they stay, and it can be undone. It skips anyone
 * who has a photo by now, organizes the event or is not in it.
 * @returns how many will be removed
 * @throws DomainError not_an_organizer, access_denied for another event, event_not_found
 */
export function planClearUp(
  db: Db,
  params: { actor: Person; eventId: number; userIds: number[]; now: Date },
): Promise<number> {
  const { actor, eventId, now } = params;
  assertCan(actor, 'event.manage', { eventId });
  const userIds = params.userIds.slice(0, CLEAR_UP_MAX);
  return db.transaction(async (tx) => {
    const event = await getLockedEvent(tx, eventId);
    const going = await tx
      .update(users)
      .set({ removeAt: new Date(now.getTime() + UNDO_MS) })
      .where(
        and(
          isParticipant(eventId),
          isAmong(users.id, userIds),
          isRemovable(tx),
          // A person whose individual removal is already pending keeps those ten seconds and that undo.
          eq(users.removeWithPhotos, false),
        ),
      )
      .returning({ id: users.id });
    if (going.length > 0) {
      const detail = String(going.length);
      await recordDeed(tx, {
        actor,
        deed: 'member.cleared',
        eventId,
        eventName: event.name,
        detail,
      });
    }
    return going.length;
  });
}

/**
 * Cancels the pending bulk removals of an event.
 * @returns how many were cancelled
 * @throws DomainError not_an_organizer, access_denied for another event
 */
export function undoClearUp(
  db: Db,
  { actor, eventId }: { actor: Person; eventId: number },
): Promise<number> {
  assertCan(actor, 'event.manage', { eventId });
  return db.transaction(async (tx) => {
    await lockEvent(tx, eventId);
    const cancelled = await tx
      .update(users)
      .set({ removeAt: null })
      .where(and(eq(users.eventId, eventId), isGoing))
      .returning({ id: users.id });
    return cancelled.length;
  });
}

/**
 * Removes the people whose removal is due. Of a bulk removal, those who have added a photo or become the organizer
 * since then stay.
 * @returns how many were removed
 * @throws DomainError access_denied for every actor but the system
 */
export async function carryOutClearUps(
  db: Db,
  { actor, now }: { actor: Actor; now: Date },
): Promise<number> {
  assertCan(actor, 'member.clear');
  const isDue = lte(users.removeAt, now);
  const due = await db.select({ id: users.id }).from(users).where(isDue);
  let removed = 0;
  for (const { id } of due) {
    try {
      if (await carryOut(db, id, isDue)) removed += 1;
    } catch (error) {
      // They left at this moment.
      if (!(error instanceof DomainError)) throw error;
    }
  }
  return removed;
}

/** Removes one person whose removal is still due, and returns whether they are gone. */
function carryOut(db: Db, id: number, isDue: SQL): Promise<boolean> {
  return db.transaction(async (tx) => {
    // Checked with the event's row locked: an upload or an undo either came before, or does not find the
    // user any more.
    const { user } = await lockEventAndUser(tx, id);
    const isThem = and(eq(users.id, id), isDue);
    const isOrganizer = user.isOrganizer && user.coOrganizerSince === null;
    if (user.removeWithPhotos && !isOrganizer && (await tx.$count(users, isThem)) > 0) {
      await deleteMember(tx, id);
      return true;
    }
    const isBare = and(isThem, eq(users.isOrganizer, false), isRemovable(tx));
    if ((await tx.$count(users, isBare)) > 0) {
      await deleteMemberAndReports(tx, id);
      return true;
    }
    await tx.update(users).set({ removeAt: null, removeWithPhotos: false }).where(isThem);
    return false;
  });
}

function isRecent(eventId: number, now: Date) {
  return and(isParticipant(eventId), gt(users.createdAt, new Date(now.getTime() - RECENT_MS)));
}

/** Excludes user 1 and everyone with a photo. */
function isRemovable(db: Db) {
  return and(ne(users.id, ADMIN_USER_ID), hasNoPhoto(db));
}
