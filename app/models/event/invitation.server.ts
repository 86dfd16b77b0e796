import { and, eq } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { events, users, type EventRow } from '~db/schema';
import type { Day } from '../day';
import { leadsTo, type EventLink } from './door';
import { getLinkedEvent } from './door.server';
import { isExpired } from './rules';
import { isItsOrganizer, isMainOrganizer } from './read.server';

/** The person who invites to an event; null if the event has no organizer. */
export interface Inviter {
  organizerName: string | null;
  /** The language the organizer used last, which their guests probably read. */
  organizerLanguage: string | null;
}

/** The event of an invitation, and who invites. */
export interface Invitation extends Inviter {
  event: EventRow;
}

/**
 * Reads an invitation.
 * @throws DomainError event_not_found, for a link without the event's code, too
 */
export async function getInvitation(db: Db, link: EventLink): Promise<Invitation> {
  const event = await getLinkedEvent(db, link);
  return { event, ...(await findInviter(db, link)) };
}

/** The inviter, read separately from the event so that either may fail alone (rule `invitation.failures`). */
export async function findInviter(db: Db, { eventId }: { eventId: number }): Promise<Inviter> {
  const [organizer] = await db
    .select({ organizerName: users.name, organizerLanguage: users.language })
    .from(users)
    .where(and(eq(users.eventId, eventId), isMainOrganizer));
  return organizer ?? { organizerName: null, organizerLanguage: null };
}

/**
 * The two current names that lead back into an event (rule `session.way-back`); null if the event is gone or
 * over, or has a code that the device does not have.
 */
export async function findWayBack(
  db: Db,
  { link, today }: { link: EventLink; today: Day },
): Promise<{ event: string; organizer: string } | null> {
  const [found] = await db
    .select({
      id: events.id,
      code: events.code,
      event: events.name,
      organizer: users.name,
      endDate: events.endDate,
      endedAt: events.endedAt,
    })
    .from(events)
    .innerJoin(users, isItsOrganizer)
    .where(eq(events.id, link.eventId));
  return found && leadsTo(found, link) && !isExpired(found, today)
    ? { event: found.event, organizer: found.organizer }
    : null;
}
