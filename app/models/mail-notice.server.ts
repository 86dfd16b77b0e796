import {
  and,
  asc,
  eq,
  gt,
  isNotNull,
  isNull,
  lte,
  not,
  notExists,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Db } from '~db/client.server';
import { isAmong } from '~db/many.server';
import { events, flagReports, mailNotices, messages, users } from '~db/schema';
import { assertCan, ownAccount, type Person } from './access';
import { isDue } from './clock-watch.server';
import type { Day } from './day';
import { DomainError } from './errors';
import { hasEnded } from './event.server';
import { sender, senderName } from './message.server';
import { isMadeUpAddress } from './user';
import type { UserRow } from './user.server';

const MINUTE_MS = 60 * 1000;
/** So old is what a mail tells of, at least: whoever is there reads it meanwhile. */
const AGE_MS = 2 * MINUTE_MS;
/** And at most: later nobody is told any more. */
const OLD_MS = 24 * 60 * MINUTE_MS;
/** How long after a mail the next one is sent to whoever has not read what it told. */
const REST_MS = 30 * MINUTE_MS;
/** How often a mail that was not taken is tried again, each time after twice as many minutes. */
const RETRIES = 5;
/** How many writers a mail names. */
const NAMES_MAX = 3;

/** Who has not heard yet of what is new (rule `notices.mail`). */
export interface DueNotice {
  userId: number;
  /** What a mail has told of so far, and what it will have. */
  told: { messageId: number; reportId: number };
  newest: { messageId: number; reportId: number };
  isWanted: boolean | null;
}

/** What a mail says. */
export interface Notice {
  to: Pick<
    UserRow,
    | 'id'
    | 'eventId'
    | 'name'
    | 'email'
    | 'emailKey'
    | 'emailConfirmedAt'
    | 'language'
    | 'isOrganizer'
  >;
  eventName: string;
  /** How many are new and unread, or not reviewed. */
  messageCount: number;
  reportCount: number;
  /** Some of those who wrote, the first before the others. */
  names: string[];
  /** Whether more have written than are named. */
  hasMoreNames: boolean;
}

/** Words a mail, in the language its reader used last; its links begin with `origin`. */
export type NoticeWords = (
  notice: Notice,
  site: { origin: string },
) => { subject: string; text: string };

const toldMessageId = sql<number>`coalesce(${mailNotices.toldMessageId}, 0)`;
const toldReportId = sql<number>`coalesce(${mailNotices.toldReportId}, 0)`;

/**
 * Whom a mail is to be sent to now, at most `limit`: first those to whom none failed.
 * @param params.today in EVENT_TIME_ZONE
 */
export async function listDueNotices(
  db: Db,
  { now, today, limit = 500 }: { now: Date; today: Day; limit?: number },
): Promise<DueNotice[]> {
  const newMessages = await db
    .select({ userId: messages.toUserId, newest: sql<number>`max(${messages.id})` })
    .from(messages)
    .leftJoin(mailNotices, eq(mailNotices.userId, messages.toUserId))
    .where(
      and(
        eq(messages.isRead, false),
        isOfNow(messages.createdAt, now),
        sql`${messages.id} > ${toldMessageId}`,
      ),
    )
    .groupBy(messages.toUserId);
  const newReports = await db
    .select({ userId: users.id, newest: sql<number>`max(${flagReports.id})` })
    .from(flagReports)
    .innerJoin(users, and(eq(users.eventId, flagReports.eventId), users.isOrganizer))
    .leftJoin(mailNotices, eq(mailNotices.userId, users.id))
    .where(
      and(
        eq(flagReports.status, 'pending'),
        isOfNow(flagReports.createdAt, now),
        sql`${flagReports.id} > ${toldReportId}`,
      ),
    )
    .groupBy(users.id);
  const messageOf = new Map(newMessages.map(({ userId, newest }) => [userId, newest]));
  const reportOf = new Map(newReports.map(({ userId, newest }) => [userId, newest]));
  const ids = [...new Set([...messageOf.keys(), ...reportOf.keys()])];
  if (ids.length === 0) return [];
  const rows = await db
    .select({
      userId: users.id,
      email: users.email,
      isWanted: mailNotices.isWanted,
      toldMessageId,
      toldReportId,
    })
    .from(users)
    .innerJoin(events, eq(events.id, users.eventId))
    .leftJoin(mailNotices, eq(mailNotices.userId, users.id))
    .where(
      and(
        isAmong(users.id, ids),
        sql`coalesce(${mailNotices.isWanted}, ${users.isOrganizer})`,
        // An address that nobody has confirmed is asked once (rule `mails.unconfirmed`).
        or(isNotNull(users.emailConfirmedAt), isNull(users.emailAskedAt)),
        // Nobody else gets in any more (rule `event.ended`).
        or(users.isOrganizer, not(hasEnded(today))),
        or(
          isNull(mailNotices.restsUntil),
          isDue(mailNotices.restsUntil, now, REST_MS),
          hasLooked(db),
        ),
      ),
    )
    .orderBy(asc(sql`coalesce(${mailNotices.failures}, 0)`), asc(users.id))
    .limit(limit);
  return rows
    .filter(({ email }) => !isMadeUpAddress(email))
    .map(({ userId, isWanted, ...row }) => {
      const told = { messageId: row.toldMessageId, reportId: row.toldReportId };
      const newest = {
        messageId: messageOf.get(userId) ?? told.messageId,
        reportId: reportOf.get(userId) ?? told.reportId,
      };
      return { userId, isWanted, told, newest };
    });
}

/** Whether something was written when a mail may tell of it now. */
function isOfNow(createdAt: AnyPgColumn, now: Date): SQL | undefined {
  return and(
    gt(createdAt, new Date(now.getTime() - OLD_MS)),
    lte(createdAt, new Date(now.getTime() - AGE_MS)),
  );
}

/** Whether somebody has read all that a mail told them, and no mail to them waits to be tried again. */
function hasLooked(db: Db): SQL | undefined {
  const unread = and(
    eq(messages.toUserId, users.id),
    eq(messages.isRead, false),
    lte(messages.id, mailNotices.toldMessageId),
  );
  const pending = and(
    eq(flagReports.eventId, users.eventId),
    eq(flagReports.status, 'pending'),
    lte(flagReports.id, mailNotices.toldReportId),
  );
  return and(
    eq(mailNotices.failures, 0),
    notExists(db.select({ id: messages.id }).from(messages).where(unread)),
    or(
      sql`not ${users.isOrganizer}`,
      notExists(db.select({ id: flagReports.id }).from(flagReports).where(pending)),
    ),
  );
}

/**
 * Takes a mail over, before it is sent: of several servers one gets it. What it will tell counts as told
 * from now on; a server that dies in between sends it never rather than twice.
 * @returns what to say; null when another server has it, the person wants none any more, or has read it all
 */
export async function claimNotice(
  db: Db,
  { userId, told, newest, isWanted }: DueNotice,
  { now }: { now: Date },
): Promise<Notice | null> {
  const next = {
    toldMessageId: newest.messageId,
    toldReportId: newest.reportId,
    restsUntil: new Date(now.getTime() + REST_MS),
  };
  const isClaimed = await db.transaction(async (tx) => {
    // Whoever is removed meanwhile stays until the commit, or is gone already.
    const isThem = eq(users.id, userId);
    const [user] = await tx.select({ id: users.id }).from(users).where(isThem).for('key share');
    if (!user) return false;
    const rows = await tx
      .insert(mailNotices)
      .values({ userId, ...next })
      .onConflictDoUpdate({
        target: mailNotices.userId,
        set: next,
        setWhere: and(
          eq(mailNotices.toldMessageId, told.messageId),
          eq(mailNotices.toldReportId, told.reportId),
          sql`${mailNotices.isWanted} is not distinct from ${isWanted}::boolean`,
        ),
      })
      .returning({ userId: mailNotices.userId });
    return rows.length > 0;
  });
  return isClaimed ? describeNotice(db, { userId, told, newest }) : null;
}

async function describeNotice(
  db: Db,
  { userId, told, newest }: Pick<DueNotice, 'userId' | 'told' | 'newest'>,
): Promise<Notice | null> {
  const [found] = await db
    .select({ to: users, eventId: events.id, eventName: events.name })
    .from(users)
    .innerJoin(events, eq(events.id, users.eventId))
    .where(eq(users.id, userId));
  if (!found) return null;
  const writers = await db
    .select({ name: senderName, count: sql<number>`count(*)::int` })
    .from(messages)
    .innerJoin(sender, eq(sender.id, messages.fromUserId))
    .where(
      and(
        eq(messages.toUserId, userId),
        eq(messages.isRead, false),
        gt(messages.id, told.messageId),
        lte(messages.id, newest.messageId),
      ),
    )
    .groupBy(sender.id, messages.eventId)
    .orderBy(sql`min(${messages.id})`);
  const isNewReport = and(
    eq(flagReports.eventId, found.eventId),
    eq(flagReports.status, 'pending'),
    gt(flagReports.id, told.reportId),
    lte(flagReports.id, newest.reportId),
  );
  const reportCount = found.to.isOrganizer ? await db.$count(flagReports, isNewReport) : 0;
  const messageCount = writers.reduce((sum, { count }) => sum + count, 0);
  if (messageCount + reportCount === 0) return null;
  return {
    to: found.to,
    eventName: found.eventName,
    messageCount,
    reportCount,
    names: writers.slice(0, NAMES_MAX).map((writer) => writer.name),
    hasMoreNames: writers.length > NAMES_MAX,
  };
}

/** Writes down that a claimed mail was sent. */
export async function noteSent(db: Db, { userId }: { userId: number }): Promise<void> {
  const hadFailed = and(eq(mailNotices.userId, userId), gt(mailNotices.failures, 0));
  await db.update(mailNotices).set({ failures: 0 }).where(hadFailed);
}

/**
 * Writes down that a claimed mail asked to confirm the address. What it was to tell is told once that is done, if
 * it is unread then.
 */
export async function noteAsked(
  db: Db,
  { userId, told }: DueNotice,
  { now }: { now: Date },
): Promise<void> {
  const untold = { toldMessageId: told.messageId, toldReportId: told.reportId };
  await db.transaction(async (tx) => {
    await tx.update(users).set({ emailAskedAt: now }).where(eq(users.id, userId));
    await tx
      .update(mailNotices)
      .set({ ...untold, failures: 0, restsUntil: null })
      .where(eq(mailNotices.userId, userId));
  });
}

/**
 * Gives a claimed mail back that could not be sent, to be tried again later; after five times it is left,
 * and what it would have told counts as told.
 */
export async function noteFailed(
  db: Db,
  { userId, told, newest }: DueNotice,
  { now }: { now: Date },
): Promise<void> {
  const isStillOurs = and(
    eq(mailNotices.userId, userId),
    eq(mailNotices.toldMessageId, newest.messageId),
    eq(mailNotices.toldReportId, newest.reportId),
  );
  const { failures, toldMessageId: messageId, toldReportId: reportId } = mailNotices;
  const isLast = sql`${failures} >= ${RETRIES}`;
  const minutes = sql`make_interval(mins => power(2, ${failures} + 1)::int)`;
  const rest = new Date(now.getTime() + REST_MS).toISOString();
  await db
    .update(mailNotices)
    .set({
      failures: sql`case when ${isLast} then 0 else ${failures} + 1 end`,
      toldMessageId: sql`case when ${isLast} then ${messageId} else ${told.messageId}::int end`,
      toldReportId: sql`case when ${isLast} then ${reportId} else ${told.reportId}::int end`,
      restsUntil: sql`case when ${isLast} then ${rest}::timestamptz else ${now.toISOString()}::timestamptz + ${minutes} end`,
    })
    .where(isStillOurs);
}

/** Whether a member wants mails about what is new. Who has never chosen does as an organizer. */
export async function readMailWish(
  db: Db,
  { user }: { user: { id: number; isOrganizer: boolean } },
): Promise<boolean> {
  const [row] = await db
    .select({ isWanted: mailNotices.isWanted })
    .from(mailNotices)
    .where(eq(mailNotices.userId, user.id));
  return row?.isWanted ?? user.isOrganizer;
}

/**
 * Has a member get mails about what is new from now on, or none.
 * @throws DomainError access_denied for a visitor, user_not_found
 */
export async function setMailWish(
  db: Db,
  { actor, isWanted }: { actor: Person; isWanted: boolean },
): Promise<void> {
  assertCan(actor, 'account.change', ownAccount(actor));
  const userId = actor.userId ?? 0;
  await db.transaction(async (tx) => {
    // They stay until the commit.
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('key share');
    if (!user) throw new DomainError('user_not_found');
    if ((await readMailWish(tx, { user })) === isWanted) return;
    const wish = { isWanted, ...(isWanted && (await newestOf(tx, user))) };
    await tx
      .insert(mailNotices)
      .values({ userId, ...wish })
      .onConflictDoUpdate({ target: mailNotices.userId, set: wish });
    // Whoever has lost the mail that asks to confirm gets another one.
    if (isWanted) await tx.update(users).set({ emailAskedAt: null }).where(eq(users.id, userId));
  });
}

/** What is there already: whoever switches mails on has no need to be told of it. */
async function newestOf(tx: Db, { id, eventId }: { id: number; eventId: number }) {
  const [message] = await tx
    .select({ id: sql<number>`coalesce(max(${messages.id}), 0)` })
    .from(messages)
    .where(eq(messages.toUserId, id));
  const [report] = await tx
    .select({ id: sql<number>`coalesce(max(${flagReports.id}), 0)` })
    .from(flagReports)
    .where(eq(flagReports.eventId, eventId));
  return { toldMessageId: message?.id ?? 0, toldReportId: report?.id ?? 0, failures: 0 };
}
