import { and, desc, eq, ne, sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { events, formerNames, type EventRow } from '~db/schema';
import { DomainError } from '../errors';

/** The normalized forms of an event's two names. */
export type NameKeys = Pick<
  EventRow,
  'nameKey' | 'organizerNameKey' | 'matchKey' | 'organizerMatchKey'
>;

/**
 * Stores the two names that an event is about to change (rule `event.former-names`). Call it with the old,
 * locked row, in the transaction that changes either name.
 */
export async function recordFormerNames(
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
 * Throws if another event had the names that an event has just taken: old invitations to that event would
 * open this one. Call it after the write, which has waited for any transaction that gives these names up at
 * the same time.
 * @throws DomainError event_exists at the name
 */
export async function assertNotFormerlyUsed(
  tx: Db,
  event: { id: number } & NameKeys,
): Promise<void> {
  const isOthers = and(isNamed(event), ne(formerNames.eventId, event.id));
  const [other] = await tx.select({ id: formerNames.eventId }).from(formerNames).where(isOthers);
  if (other) throw new DomainError('event_exists', { field: 'name' });
}

/**
 * The event that gave up these two names last, or null. The caller first looks for an event that has them
 * now.
 */
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
