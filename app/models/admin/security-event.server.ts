import { and, asc, desc, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { securityEvents } from '~db/schema';
import { assertCan, type Actor } from '../access';
import type { ListPage, ListQuery } from './list';
import { matches, readListPage } from './list.server';
import type { AUDIT_SORTS } from './audit';
import {
  SECURITY_KEEP_DAYS,
  SECURITY_KEEP_MAX,
  type SecurityEntry,
  type SecurityKind,
} from './security-event';

type NewEntry = Pick<SecurityEntry, 'kind' | 'eventId' | 'userId' | 'address' | 'detail'>;

/** Entries that an outsider can cause over and over. */
const REPEATED: SecurityKind[] = ['locked_out', 'admin_locked_out'];
const REPEAT_MS = 10 * 60 * 1000;

/**
 * Logs an event that concerns sign-in and access. Repeated ones are logged once in ten minutes per address.
 */
export async function recordSecurityEvent(
  db: Db,
  { entry, now }: { entry: NewEntry; now: Date },
): Promise<void> {
  const { kind, userId, address } = entry;
  const isSame = and(
    gt(securityEvents.createdAt, new Date(now.getTime() - REPEAT_MS)),
    eq(securityEvents.kind, kind),
    eq(securityEvents.address, address),
    userId === null ? isNull(securityEvents.userId) : eq(securityEvents.userId, userId),
  );
  if (REPEATED.includes(kind) && (await db.$count(securityEvents, isSame)) > 0) return;
  await db.insert(securityEvents).values({ ...entry, createdAt: now });
}

/** The text that a search looks through: the numbers of event and user, and the hash of the address. */
const SEARCHED = sql`lower('#' || coalesce(${securityEvents.eventId}::text, '') || ' #' || coalesce(${securityEvents.userId}::text, '') || ' ' || ${securityEvents.address})`;

/** A page of the log. */
export async function listSecurityPage(
  db: Db,
  { search, isDescending, page: asked }: ListQuery<(typeof AUDIT_SORTS)[number]>,
): Promise<ListPage<SecurityEntry>> {
  const isFound = matches(search, SEARCHED);
  const direction = isDescending ? desc : asc;
  const list = await readListPage(
    asked,
    db
      .select({ count: sql<number>`count(*)::int` })
      .from(securityEvents)
      .where(isFound),
    (limit, offset) =>
      db
        .select()
        .from(securityEvents)
        .where(isFound)
        .orderBy(direction(securityEvents.createdAt), direction(securityEvents.id))
        .limit(limit)
        .offset(offset),
  );
  return { ...list, rows: list.rows.map((row) => ({ ...row, kind: row.kind as SecurityKind })) };
}

/**
 * Removes entries that are too old or exceed the maximum number.
 * @throws DomainError access_denied for every actor but the system
 */
export async function removeOldSecurityEvents(
  db: Db,
  { actor, now, maxEntries = SECURITY_KEEP_MAX }: { actor: Actor; now: Date; maxEntries?: number },
): Promise<void> {
  assertCan(actor, 'audit.forget');
  const oldestTime = new Date(now.getTime() - SECURITY_KEEP_DAYS * 24 * 60 * 60 * 1000);
  const isTooMany = sql`${securityEvents.id} <= (select max(id) from ${securityEvents}) - ${maxEntries}`;
  await db.delete(securityEvents).where(or(lt(securityEvents.createdAt, oldestTime), isTooMany));
}
