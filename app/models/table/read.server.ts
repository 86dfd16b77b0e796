import { and, asc, count, eq, isNotNull } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { partyTables, photos, users, type EventRow } from '~db/schema';
import { isInContest } from '../photo/scope.server';
import { bulbsOf, type TableLights } from './lights';
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

/** Whether an event has tables. */
export async function hasTables(db: Db, { eventId }: { eventId: number }): Promise<boolean> {
  const [table] = await db
    .select({ id })
    .from(partyTables)
    .where(eq(partyTables.eventId, eventId))
    .limit(1);
  return table !== undefined;
}

/**
 * The tables of an event with their strings of lights, by number; empty for an event without tables. Late photos, and
 * those that not everybody sees, light nothing (rule `tables.lights`).
 */
export async function listLights(
  db: Db,
  event: Pick<EventRow, 'id' | 'maxPhotosPerUser'>,
): Promise<TableLights[]> {
  const { id: eventId, maxPhotosPerUser } = event;
  const tables = await listTables(db, { eventId });
  if (tables.length === 0) return [];
  const { tableId } = users;
  const [seats, lit] = await Promise.all([
    db
      .select({ tableId, count: count() })
      .from(users)
      .where(and(eq(users.eventId, eventId), isNotNull(tableId)))
      .groupBy(tableId),
    db
      .select({ tableId, count: count() })
      .from(photos)
      .innerJoin(users, eq(users.id, photos.userId))
      .where(and(isInContest({ eventId }), isNotNull(tableId)))
      .groupBy(tableId),
  ]);
  const countAt = (rows: typeof seats, at: number) =>
    rows.find((row) => row.tableId === at)?.count ?? 0;
  return tables.map((table) => ({
    ...table,
    photos: countAt(lit, table.id),
    bulbs: bulbsOf(countAt(seats, table.id), maxPhotosPerUser),
  }));
}
