import { eq } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { events } from '~db/schema';
import type { Day } from './day';
import { DomainError } from './errors';
import type { EventRow } from './event.server';

/**
 * Moves an event's last day (rule `event.end-date`). The smallest one is today, as the picker's is:
 * the event then runs until midnight. The start day stays, whatever a request sends as one: its
 * "now" is not when an event that is extended began.
 * @throws DomainError event_not_found, day_past, end_before_start
 */
export async function setEndDate(
  db: Db,
  { eventId, endDate, today }: { eventId: number; endDate: Day; today: Day },
): Promise<EventRow> {
  if (endDate < today) throw new DomainError('day_past', { field: 'endDate' });
  return db.transaction(async (tx) => {
    const isThis = eq(events.id, eventId);
    const [event] = await tx.select().from(events).where(isThis).for('update');
    if (!event) throw new DomainError('event_not_found');
    if (endDate < event.startDate) throw new DomainError('end_before_start', { field: 'endDate' });
    await tx.update(events).set({ endDate }).where(isThis);
    return { ...event, endDate };
  });
}
