import { and, asc, desc, eq, gt, lt, sql, type SQL } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { auditEntries, events, users } from '~db/schema';
import { assertCan, type Actor } from '../access';
import type { ListPage, ListQuery } from './list';
import { matches, readListPage } from './list.server';
import { AUDIT_KEEP_MONTHS, type AUDIT_SORTS, type AuditEntry, type Deed } from './audit';

/**
 * Logs what an administrator or organizer did to others (rule `admin.audit`), in the same transaction.
 * Actions of other actors are not logged.
 * @param params.target the person it was done to; the caller reads it before deleting them
 * @param params.eventId the event it was done in; its name is read unless `eventName` is given
 */
export async function recordDeed(
  tx: Db,
  params: {
    actor: Actor;
    deed: Deed;
    target?: { id: number; name: string };
    eventId?: number;
    eventName?: string;
    detail?: string;
  },
): Promise<void> {
  const { actor, deed, target, eventId, detail } = params;
  if (actor.role !== 'administrator' && actor.role !== 'organizer') return;
  const actorId = actor.userId ?? 0;
  const [person] = await tx.select({ name: users.name }).from(users).where(eq(users.id, actorId));
  await tx.insert(auditEntries).values({
    actorId,
    actorName: person?.name ?? '',
    actorRole: actor.role,
    deed,
    targetId: target?.id,
    targetName: target?.name,
    eventId,
    eventName: params.eventName ?? (eventId === undefined ? undefined : await nameOf(tx, eventId)),
    detail,
  });
}

/** Whether an administrator or organizer did this in an event since a given time. */
export async function hasDone(
  tx: Db,
  { actor, deed, eventId, since }: { actor: Actor; deed: Deed; eventId: number; since: Date },
): Promise<boolean> {
  const actorId = 'userId' in actor ? (actor.userId ?? 0) : 0;
  const { createdAt } = auditEntries;
  const isIt = and(
    gt(createdAt, since),
    eq(auditEntries.actorId, actorId),
    eq(auditEntries.deed, deed),
    eq(auditEntries.eventId, eventId),
  );
  return (await tx.$count(auditEntries, isIt)) > 0;
}

async function nameOf(tx: Db, eventId: number): Promise<string | undefined> {
  const [event] = await tx.select({ name: events.name }).from(events).where(eq(events.id, eventId));
  return event?.name;
}

/**
 * The text that a search looks through: the number and name of the event, and the names of actor and target.
 */
const SEARCHED = sql`lower('#' || coalesce(${auditEntries.eventId}::text, '') || ' ' || coalesce(${auditEntries.eventName}, '') || ' ' || ${auditEntries.actorName} || ' ' || coalesce(${auditEntries.targetName}, ''))`;

/** A page of the log, searched by names and the event's number. */
export async function listAuditPage(
  db: Db,
  { search, isDescending, page: asked }: ListQuery<(typeof AUDIT_SORTS)[number]>,
): Promise<ListPage<AuditEntry>> {
  const isFound: SQL | undefined = and(matches(search, SEARCHED));
  const direction = isDescending ? desc : asc;
  const list = await readListPage(
    asked,
    db
      .select({ count: sql<number>`count(*)::int` })
      .from(auditEntries)
      .where(isFound),
    (limit, offset) =>
      db
        .select()
        .from(auditEntries)
        .where(isFound)
        .orderBy(direction(auditEntries.createdAt), direction(auditEntries.id))
        .limit(limit)
        .offset(offset),
  );
  return { ...list, rows: list.rows.map((row) => ({ ...row, deed: row.deed as Deed })) };
}

/**
 * Removes the entries that are older than a year.
 * @throws DomainError access_denied for every actor but the system
 */
export async function removeOldEntries(
  db: Db,
  { actor, now }: { actor: Actor; now: Date },
): Promise<void> {
  assertCan(actor, 'audit.forget');
  const oldest = sql`${now.toISOString()}::timestamptz - make_interval(months => ${AUDIT_KEEP_MONTHS})`;
  await db.delete(auditEntries).where(lt(auditEntries.createdAt, oldest));
}
