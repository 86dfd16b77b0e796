import { and, asc, eq } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { partyTables } from '~db/schema';
import type { NamedTable } from './rules';

const { id, number, name } = partyTables;

/** The tables of an event, by number; empty for an event without tables. */
export function listTables(db: Db, { eventId }: { eventId: number }): Promise<NamedTable[]> {
  return db
    .select({ id, number, name })
    .from(partyTables)
    .where(eq(partyTables.eventId, eventId))
    .orderBy(asc(number));
}

/** The table with this number in an event's list; null if there is none. */
export async function findTable(
  db: Db,
  { eventId, number: place }: { eventId: number; number: number },
): Promise<NamedTable | null> {
  const [table] = await db
    .select({ id, number, name })
    .from(partyTables)
    .where(and(eq(partyTables.eventId, eventId), eq(number, place)));
  return table ?? null;
}
