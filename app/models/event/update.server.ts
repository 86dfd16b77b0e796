import { eq } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Db } from '~db/client.server';
import { events, type EventRow } from '~db/schema';
import type { Actor } from '../access';
import type { Deed } from '../admin/audit';
import { recordDeed } from '../admin/audit.server';
import { DomainError } from '../errors';
import { partyDateOf } from './party-date';
import { chosenStandings } from './standings';

/** Locks an event's row until the transaction ends. */
export function lockEvent(tx: Db, eventId: number) {
  return tx.select().from(events).where(eq(events.id, eventId)).for('update');
}

/**
 * The same for an event that has to exist.
 * @throws DomainError event_not_found
 */
export async function getLockedEvent(tx: Db, eventId: number): Promise<EventRow> {
  const [event] = await lockEvent(tx, eventId);
  if (!event) throw new DomainError('event_not_found');
  return event;
}

type AuditedColumn =
  | 'startDate'
  | 'endDate'
  | 'partyDate'
  | 'maxUsers'
  | 'maxPhotosPerUser'
  | 'votingEnabled'
  | 'votingOpensAt'
  | 'votingClosesAt'
  | 'standings'
  | 'photosUntil'
  | 'guestsMayLook'
  | 'guestsMayDownload'
  | 'approvalRequired';

/** Changes an event and logs the change (rule `admin.audit`). */
export function updateAndAudit(
  db: Db,
  params: {
    actor: Actor;
    eventId: number;
    values: Partial<Pick<EventRow, AuditedColumn>>;
    deed: Deed;
  },
): Promise<EventRow> {
  const { actor, eventId, values, deed } = params;
  return db.transaction(async (tx) => {
    const before = await getLockedEvent(tx, eventId);
    const changed = await updateEvent(tx, eventId, values);
    await auditChange(tx, {
      actor,
      before,
      changed,
      keys: Object.keys(values) as AuditedColumn[],
      deed,
    });
    return changed;
  });
}

/** Logs the values that have changed; logs nothing if none has. */
export async function auditChange(
  tx: Db,
  params: {
    actor: Actor;
    before: EventRow;
    changed: EventRow;
    keys: readonly AuditedColumn[];
    deed: Deed;
  },
): Promise<void> {
  const { actor, before, changed, keys, deed } = params;
  if (keys.every((key) => isSame(before[key], changed[key]))) return;
  const detail = detailsOf(before, changed, keys).join(', ') || undefined;
  await recordDeed(tx, { actor, deed, eventId: changed.id, eventName: changed.name, detail });
}

/** For example “10 → 75”. For switches, the logged action already says on or off. */
export function detailsOf(
  before: EventRow,
  changed: EventRow,
  keys: readonly AuditedColumn[],
): string[] {
  return keys.flatMap((key) => {
    const [old, value] = [before[key], changed[key]];
    if (isSame(old, value) || typeof value === 'boolean') return [];
    return [`${inWords(before, key)} → ${inWords(changed, key)}`];
  });
}

type Value = EventRow[AuditedColumn];

function isSame(old: Value, value: Value): boolean {
  return old === value || (old instanceof Date && old.getTime() === Number(value));
}

function inWords(event: EventRow, key: AuditedColumn) {
  if (key === 'partyDate') return partyDateOf(event);
  if (key === 'standings') return chosenStandings(event);
  const value = event[key];
  return value instanceof Date ? value.toISOString() : (value ?? '–');
}

/**
 * Updates columns of an event, or none if all are as they were. The caller has checked the permission.
 * @throws DomainError event_not_found
 */
export async function updateEvent(
  db: Db,
  eventId: number,
  values: PgUpdateSetSource<typeof events>,
): Promise<EventRow> {
  const isThis = eq(events.id, eventId);
  const [event] =
    Object.keys(values).length > 0
      ? await db.update(events).set(values).where(isThis).returning()
      : await db.select().from(events).where(isThis);
  if (!event) throw new DomainError('event_not_found');
  return event;
}
