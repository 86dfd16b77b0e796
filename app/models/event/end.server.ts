import { asc, eq } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { events, photos, users, type EventRow } from '~db/schema';
import { assertCan, type Actor } from '../access';
import { recordDeed } from '../admin/audit.server';
import type { Day } from '../day';
import { DomainError } from '../errors';
import { notifyOrganizer } from '../message/write.server';
import { planRemovals } from '../storage/file-work.server';
import { isSameName } from './name';
import { isDemo, isExpired } from './rules';
import { detailsOf, getLockedEvent, updateEvent } from './update.server';

/**
 * Writes the message to the organizer that their event was ended, in the language they used last; null if
 * that is unknown.
 */
export type EndedWords = (ended: { language: string | null; eventName: string }) => string;

/**
 * Ends an event now, and notifies the organizer if the administrator did it (rule `admin.event-end`). The first
 * day stays. The last day becomes today, or the first day if the event has not started.
 * @throws DomainError access_denied, demo_event_endless, event_not_found, event_over
 */
export async function endEvent(
  db: Db,
  params: { actor: Actor; eventId: number; today: Day; now: Date; words: EndedWords },
): Promise<EventRow> {
  const { actor, eventId, today, now, words } = params;
  assertCan(actor, 'event.end', { eventId });
  if (isDemo({ id: eventId })) throw new DomainError('demo_event_endless');
  return db.transaction(async (tx) => {
    const event = await getLockedEvent(tx, eventId);
    if (isExpired(event, today)) throw new DomainError('event_over');
    const endDate = event.startDate > today ? event.startDate : today;
    const changed = await updateEvent(tx, eventId, { endDate, endedAt: now });
    const detail = detailsOf(event, changed, ['endDate']).join(', ') || undefined;
    await recordDeed(tx, { actor, deed: 'event.ended', eventId, eventName: event.name, detail });
    if (actor.role === 'administrator') {
      await notifyOrganizer(tx, event, (language) => words({ language, eventName: event.name }));
    }
    return changed;
  });
}

/**
 * Deletes an event with its members, photos, stars, reports, messages and files.
 * @param params.typed the event's name, on a screen that asks for it (rule `event.delete`)
 * @throws DomainError access_denied, event_not_found, event_name_typed at `typed`, or demo_event_protected for
 *   the demo event
 */
export async function deleteEvent(
  db: Db,
  { actor, eventId, typed }: { actor: Actor; eventId: number; typed?: string },
): Promise<void> {
  assertCan(actor, 'event.delete', { eventId });
  if (isDemo({ id: eventId })) throw new DomainError('demo_event_protected');
  await db.transaction(async (tx) => {
    const event = await getLockedEvent(tx, eventId);
    assertNameTyped(event, typed);
    await recordDeed(tx, { actor, deed: 'event.deleted', eventId, eventName: event.name });
    await removeEvent(tx, event);
  });
}

/**
 * Requires the name of an event that is to be deleted, on a screen that asks for it.
 * @throws DomainError event_name_typed at `typed`
 */
export function assertNameTyped({ name }: Pick<EventRow, 'name'>, typed?: string): void {
  if (typed === undefined || isSameName(typed, name)) return;
  throw new DomainError('event_name_typed', { field: 'typed' });
}

/** Deletes an event whose row is locked. Foreign keys delete its members, photos and other rows. */
export async function removeEvent(tx: Db, event: EventRow): Promise<void> {
  // A change of a selfie locks its user's row only, not the event's. Without this lock, a selfie that is
  // committed after this read would have no removal planned for its file.
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
