import { and, asc, between, eq, gte, inArray, isNull, lte, ne, not, or, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Db } from '~db/client.server';
import { events, morningMails, photos, users, type EventRow, type UserRow } from '~db/schema';
import type { Day } from '../day';
import { endDaysOfMorning, isMorningAfter } from '../event/morning-time';
import { DEMO_EVENT_ID, isExpired } from '../event/rules';
import { isSeenBy } from '../photo/scope.server';
import { isMadeUpAddress } from './rules';

// Who gets the mail on the morning after, once (rule `mails.morning`).

/** How often a mail is tried again. The delay doubles each time. */
const RETRIES = 5;
/** The most mails of one run, so that a large event holds up no stop of the server for long. */
export const BATCH = 100;

/** The current moment: `today` in `timeZone`, which is EVENT_TIME_ZONE. */
export interface Moment {
  now: Date;
  today: Day;
  timeZone: string;
}

/** A mail that this server sends now. */
export interface MorningMail {
  event: EventRow;
  to: UserRow;
}

/** The ids of the members whose mail is due, at most a batch, those without a failure first. */
export async function listDueMorningMails(db: Db, moment: Moment): Promise<number[]> {
  const eventIds = await listMorningEvents(db, moment);
  if (eventIds.length === 0) return [];
  const rows = await db
    .select({ id: users.id, email: users.email })
    .from(users)
    .leftJoin(morningMails, eq(morningMails.userId, users.id))
    .where(
      and(
        inArray(users.eventId, eventIds),
        isRecipient,
        or(isNull(morningMails.userId), lte(morningMails.retryAt, moment.now)),
      ),
    )
    .orderBy(asc(sql`coalesce(${morningMails.failures}, 0)`), asc(users.id))
    .limit(BATCH);
  return rows.filter(({ email }) => !isMadeUpAddress(email)).map(({ id }) => id);
}

/** Guests who agreed. Somebody who was removed a moment ago gets no mail, even if the removal may be undone. */
const isRecipient = and(not(users.isOrganizer), users.mailConsent, isNull(users.removeAt));

/** The events whose morning it is, with photos that their guests may look at. */
async function listMorningEvents(db: Db, moment: Moment): Promise<number[]> {
  const { from, until } = endDaysOfMorning(moment.now, moment.timeZone);
  const rows = await db
    .select()
    .from(events)
    .where(
      and(
        or(between(events.endDate, from, until), gte(events.endedAt, sql`${from}::date`)),
        ne(events.id, DEMO_EVENT_ID),
        sql`exists (select 1 from ${photos} where ${and(eq(photos.eventId, events.id), isSeenBy())})`,
      ),
    );
  return rows.filter((event) => mayBeMailed(event, moment)).map(({ id }) => id);
}

function mayBeMailed(event: EventRow, { now, today, timeZone }: Moment): boolean {
  return event.guestsMayLook && isExpired(event, today) && isMorningAfter(event, { now, timeZone });
}

/**
 * Claims a mail before it is sent, in one step, so that of all servers only one sends it. If that server dies before
 * the mail server has taken the mail, the mail is lost rather than sent twice.
 * @returns null if it was claimed before, or if there is no reason to write any more: the member has left or has
 *   switched the mail off, or the event goes on
 */
export async function claimMorningMail(
  db: Db,
  { userId, ...moment }: Moment & { userId: number },
): Promise<MorningMail | null> {
  return db.transaction(async (tx) => {
    // A concurrent removal waits for the commit, or has removed them already.
    const isThem = and(eq(users.id, userId), isRecipient);
    const [to] = await tx.select().from(users).where(isThem).for('key share');
    if (!to) return null;
    const [event] = await tx.select().from(events).where(eq(events.id, to.eventId));
    if (!event || !mayBeMailed(event, moment)) return null;
    const claimed = await tx
      .insert(morningMails)
      .values({ userId, claimedAt: moment.now })
      .onConflictDoUpdate({
        target: morningMails.userId,
        set: { claimedAt: moment.now, retryAt: null },
        setWhere: lte(morningMails.retryAt, moment.now),
      })
      .returning({ userId: morningMails.userId });
    return claimed.length > 0 ? { event, to } : null;
  });
}

/**
 * The columns of a mail that the mail server has refused: it is tried again after 2, 4, 8, 16 and 32 minutes, and then
 * given up.
 */
export function laterTry({ failures }: { failures: AnyPgColumn }, now: Date) {
  const next = sql`${now.toISOString()}::timestamptz + make_interval(mins => power(2, ${failures} + 1)::int)`;
  return {
    failures: sql`${failures} + 1`,
    retryAt: sql`case when ${failures} < ${RETRIES} then ${next} end`,
  };
}

/** Returns a claimed mail that the mail server has refused. */
export async function releaseMorningMail(
  db: Db,
  { userId, now }: { userId: number; now: Date },
): Promise<void> {
  await db
    .update(morningMails)
    .set(laterTry(morningMails, now))
    .where(and(eq(morningMails.userId, userId), isNull(morningMails.retryAt)));
}

/** When the mail to a member was begun; null if it was not. */
export async function readMorningMailedAt(
  db: Db,
  { userId }: { userId: number },
): Promise<Date | null> {
  const [row] = await db
    .select({ at: morningMails.claimedAt })
    .from(morningMails)
    .where(eq(morningMails.userId, userId));
  return row?.at ?? null;
}
