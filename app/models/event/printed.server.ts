import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { events, type EventRow } from '~db/schema';
import { assertCan, type Actor } from '../access';

/**
 * Remembers that an organizer has fetched prints that say the event's number of photos (rule
 * `invitation.printed`).
 * @returns whether that is another number than before
 * @throws DomainError not_an_organizer, access_denied for another event
 */
export async function recordPrinted(
  db: Db,
  { actor, event }: { actor: Actor; event: Pick<EventRow, 'id' | 'maxPhotosPerUser'> },
): Promise<boolean> {
  const { id: eventId, maxPhotosPerUser: printedPhotos } = event;
  assertCan(actor, 'event.manage', { eventId });
  const isNew = sql`${events.printedPhotos} is distinct from ${printedPhotos}`;
  const changed = await db
    .update(events)
    .set({ printedPhotos })
    .where(and(eq(events.id, eventId), isNew))
    .returning({ id: events.id });
  return changed.length > 0;
}
