import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { partyTables, users, walls } from '~db/schema';
import { assertCan, assertRunning, ownAccount, type Person } from '../access';
import { DomainError } from '../errors';
import { isExpired } from '../event/rules';
import { getLockedEvent, lockEvent } from '../event/update.server';
import { findTable, listTables } from './read.server';
import { matchTables, type NamedTable } from './rules';

/**
 * Sets the tables of an event. People stay at tables that stay (rule `tables.renamed`).
 * @throws DomainError not_an_organizer, access_denied for another event, event_not_found
 */
export function setTables(
  db: Db,
  { actor, eventId, names }: { actor: Person; eventId: number; names: string[] },
): Promise<NamedTable[]> {
  assertCan(actor, 'event.manage', { eventId });
  return db.transaction(async (tx) => {
    await getLockedEvent(tx, eventId);
    await saveTables(tx, { eventId, names });
    return listTables(tx, { eventId });
  });
}

/** Gives a new event the tables of another one (rule `tables.again`). The caller has checked the permission. */
export async function copyTables(
  db: Db,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const tables = await listTables(db, { eventId: from });
  await saveTables(db, { eventId: to, names: tables.map(({ name }) => name) });
}

/** Replaces the previous list. The event's row is locked, or nobody else can see it yet. */
async function saveTables(tx: Db, { eventId, names }: { eventId: number; names: string[] }) {
  const before = await listTables(tx, { eventId });
  const after = matchTables(before, names);
  const gone = before.filter(({ id }) => !after.some((table) => table.id === id));
  if (gone.length > 0) {
    const ids = gone.map(({ id }) => id);
    await tx.delete(partyTables).where(inArray(partyTables.id, ids));
  }
  for (const { id, ...cells } of after) {
    if (id !== null) await tx.update(partyTables).set(cells).where(eq(partyTables.id, id));
  }
  if (after.length === 0) await leaveTablesProgramme(tx, { eventId });
  const added = after.flatMap(({ id, ...cells }) => (id === null ? { eventId, ...cells } : []));
  if (added.length > 0) await tx.insert(partyTables).values(added);
}

/** A wall that shows the tables shows photos once there are none (rule `wall.tables`). */
async function leaveTablesProgramme(tx: Db, { eventId }: { eventId: number }): Promise<void> {
  await tx
    .update(walls)
    .set({ programme: 'photos' })
    .where(and(eq(walls.eventId, eventId), eq(walls.programme, 'tables')));
}

/**
 * Seats a member at a table, or at none (rule `tables.whose`).
 * @param tableId a table of their event; null for none
 * @throws DomainError access_denied for a visitor, invalid_request for another event's table, user_not_found,
 *   event_closed
 */
export function chooseTable(
  db: Db,
  { actor, tableId }: { actor: Person; tableId: number | null },
): Promise<void> {
  assertCan(actor, 'account.change', ownAccount(actor));
  const { userId, eventId } = actor;
  return db.transaction(async (tx) => {
    const [event] = await lockEvent(tx, eventId);
    if (event) assertRunning(actor, event);
    const tables = await listTables(tx, { eventId });
    if (tableId !== null && !tables.some(({ id }) => id === tableId)) {
      throw new DomainError('invalid_request', { field: 'table' });
    }
    const changed = await tx
      .update(users)
      .set({ tableId })
      .where(and(eq(users.id, userId ?? 0), eq(users.eventId, eventId)))
      .returning({ id: users.id });
    if (changed.length === 0) throw new DomainError('user_not_found');
  });
}

/**
 * Seats a member whose device scanned a table's code there, unless they sit at one already (rule `tables.link`). A
 * number without a table changes nothing, nor does an event that has ended.
 * @returns the table's id; null if they were not seated
 * @throws DomainError access_denied for a visitor
 */
export function takeSeat(
  db: Db,
  { actor, number }: { actor: Person; number: number },
): Promise<number | null> {
  assertCan(actor, 'account.change', ownAccount(actor));
  const { userId, eventId } = actor;
  return db.transaction(async (tx) => {
    const [event] = await lockEvent(tx, eventId);
    const table = await findTable(tx, { eventId, number });
    if (!event || !table || isExpired(event, actor.today)) return null;
    const seated = await tx
      .update(users)
      .set({ tableId: table.id })
      .where(and(eq(users.id, userId ?? 0), eq(users.eventId, eventId), isNull(users.tableId)))
      .returning({ id: users.id });
    return seated.length > 0 ? table.id : null;
  });
}
