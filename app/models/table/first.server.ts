import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { events, partyTables, users } from '~db/schema';
import type { Person } from '../access';
import { shinesWhole } from './lights';
import { listLights } from './read.server';
import type { NamedTable } from './rules';

/** How long phones show the news of the first table, in ms. */
const NEWS_MS = 10 * 60_000;

/** The first table of an event whose bulbs were all lit. */
interface FirstTable extends NamedTable {
  wholeAt: Date;
}

const { id, number, name, wholeAt } = partyTables;

/** The first table of an event whose bulbs were all lit; null until one was (rule `tables.first`). */
export async function findFirstTable(
  db: Db,
  { eventId }: { eventId: number },
): Promise<FirstTable | null> {
  const [table] = await db
    .select({ id, number, name, wholeAt })
    .from(partyTables)
    .where(and(eq(partyTables.eventId, eventId), isNotNull(wholeAt)))
    .orderBy(asc(wholeAt))
    .limit(1);
  return table?.wholeAt ? { ...table, wholeAt: table.wholeAt } : null;
}

/**
 * Records the first table whose bulbs are all lit, in the transaction that makes photos visible. The event's row is
 * locked. The tables are locked until one is noted, because the photos of two tables may come at the same time.
 * @param params.userIds the owners of these photos
 */
export async function noteFirstTable(
  tx: Db,
  { eventId, userIds }: { eventId: number; userIds: readonly number[] },
): Promise<void> {
  const seats = await tx
    .selectDistinct({ id: users.tableId })
    .from(users)
    .where(and(inArray(users.id, [...userIds]), isNotNull(users.tableId)));
  if (seats.length === 0 || (await findFirstTable(tx, { eventId }))) return;
  const isOfEvent = eq(partyTables.eventId, eventId);
  await tx.select({ id }).from(partyTables).where(isOfEvent).orderBy(id).for('no key update');
  if (await findFirstTable(tx, { eventId })) return;
  const [event] = await tx.select().from(events).where(eq(events.id, eventId));
  const tables = event ? await listLights(tx, event) : [];
  const first = tables.find(
    (table) => seats.some((seat) => seat.id === table.id) && shinesWhole(table),
  );
  if (!first) return;
  await tx
    .update(partyTables)
    .set({ wholeAt: sql`now()` })
    .where(eq(id, first.id));
}

/**
 * The news of the first table for a reader; null for readers who may not see the lights (rule `tables.lights`).
 * @returns the table while it is news, and what changes with that
 */
export async function readTableNews(
  { db, now }: { db: Db; now(): Date },
  { actor, user }: { actor: Person; user: { tableId: number | null } | null },
): Promise<{ table: NamedTable | null; told: readonly unknown[] } | null> {
  if (!user || (user.tableId === null && actor.role !== 'organizer')) return null;
  const first = await findFirstTable(db, { eventId: actor.eventId });
  const isNews = first !== null && now().getTime() - first.wholeAt.getTime() < NEWS_MS;
  return { table: isNews ? first : null, told: first ? [first.id, first.name, isNews] : [] };
}
