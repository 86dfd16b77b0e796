import { and, desc, eq, ne, sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { events, formerNames, type EventRow } from '~db/schema';
import { DomainError } from './errors';

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

/**
 * Refuses the names that an event has just taken where another event had them: its old invitations would
 * open this one. To be called after the write, which has waited for whoever gives them up at this moment.
 * @throws DomainError event_exists at the name
 */
export async function assertNobodysFormer(tx: Db, event: { id: number } & NameKeys): Promise<void> {
  const isOthers = and(isNamed(event), ne(formerNames.eventId, event.id));
  const [other] = await tx.select({ id: formerNames.eventId }).from(formerNames).where(isOthers);
  if (other) throw new DomainError('event_exists', { field: 'name' });
}

/** The event that gave two names up last, or null. Whose names they are now comes first: see there. */
export async function findFormerlyNamed(db: Db, names: NameKeys): Promise<EventRow | null> {
  const [found] = await db
    .select({ event: events })
    .from(formerNames)
    .innerJoin(events, eq(events.id, formerNames.eventId))
    .where(isNamed(names))
    .orderBy(desc(formerNames.createdAt))
    .limit(1);
  return found?.event ?? null;
}

function isNamed({ matchKey, organizerMatchKey }: NameKeys) {
  return and(
    eq(formerNames.matchKey, matchKey ?? ''),
    eq(formerNames.organizerMatchKey, organizerMatchKey ?? ''),
  );
}
