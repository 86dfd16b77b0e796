import { eq } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { events, users, type EventRow } from '~db/schema';
import type { Day } from './day';
import { DomainError } from './errors';
import { isExpired } from './event';
import { isItsOrganizer } from './event.server';

/** What an invitation tells: the event, and by whom; null when nobody is left to name. */
export interface Invitation {
  event: EventRow;
  organizerName: string | null;
  /** The language that the organizer used last: what their guests are likely to read. */
  organizerLanguage: string | null;
}

/** @throws DomainError event_not_found */
export async function getInvitation(db: Db, { eventId }: { eventId: number }): Promise<Invitation> {
  const [found] = await db
    .select({ event: events, organizerName: users.name, organizerLanguage: users.language })
    .from(events)
    .leftJoin(users, isItsOrganizer)
    .where(eq(events.id, eventId));
  if (!found) throw new DomainError('event_not_found');
  return found;
}

/**
 * The two names that lead back into an event, as they are now (rule `session.way-back`); null when it
 * is gone or over.
 */
export async function findWayBack(
  db: Db,
  { eventId, today }: { eventId: number; today: Day },
): Promise<{ event: string; organizer: string } | null> {
  const [found] = await db
    .select({
      event: events.name,
      organizer: users.name,
      endDate: events.endDate,
      endedAt: events.endedAt,
    })
    .from(events)
    .innerJoin(users, isItsOrganizer)
    .where(eq(events.id, eventId));
  return found && !isExpired(found, today)
    ? { event: found.event, organizer: found.organizer }
    : null;
}
