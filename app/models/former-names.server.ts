import { and, desc, eq, sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { events, formerNames, type EventRow } from '~db/schema';

/** The compared forms of an event's two names. */
export type NameKeys = Pick<
  EventRow,
  'nameKey' | 'organizerNameKey' | 'matchKey' | 'organizerMatchKey'
>;

/**
 * Keeps the two names that an event is about to change (rule `event.former-names`). To be called with
 * its row as it was, held, in the transaction that changes either of them.
 */
export async function noteFormerNames(
  tx: Db,
  {
    id: eventId,
    nameKey,
    organizerNameKey,
    matchKey,
    organizerMatchKey,
  }: { id: number } & NameKeys,
): Promise<void> {
  const { nameKey: name, organizerNameKey: organizer, eventId: event } = formerNames;
  await tx
    .insert(formerNames)
    .values({ eventId, nameKey, organizerNameKey, matchKey, organizerMatchKey })
    .onConflictDoUpdate({ target: [name, organizer, event], set: { createdAt: sql`now()` } });
}

/** The event that gave two names up last, or null. Whose names they are now comes first: see there. */
export async function findFormerlyNamed(
  db: Db,
  { matchKey, organizerMatchKey }: NameKeys,
): Promise<EventRow | null> {
  const [found] = await db
    .select({ event: events })
    .from(formerNames)
    .innerJoin(events, eq(events.id, formerNames.eventId))
    .where(
      and(
        eq(formerNames.matchKey, matchKey ?? ''),
        eq(formerNames.organizerMatchKey, organizerMatchKey ?? ''),
      ),
    )
    .orderBy(desc(formerNames.createdAt))
    .limit(1);
  return found?.event ?? null;
}
