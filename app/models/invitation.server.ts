import { eq } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { events, users, type EventRow } from '~db/schema';
import { DomainError } from './errors';
import { isItsOrganizer } from './event.server';

/** What an invitation tells: the event, and by whom; null when nobody is left to name. */
export interface Invitation {
  event: EventRow;
  organizerName: string | null;
}

/** @throws DomainError event_not_found */
export async function getInvitation(db: Db, { eventId }: { eventId: number }): Promise<Invitation> {
  const [found] = await db
    .select({ event: events, organizerName: users.name })
    .from(events)
    .leftJoin(users, isItsOrganizer)
    .where(eq(events.id, eventId));
  if (!found) throw new DomainError('event_not_found');
  return found;
}
