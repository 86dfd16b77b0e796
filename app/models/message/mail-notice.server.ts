import { and, eq, gt, lte, sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { events, flagReports, mailNotices, messages, users } from '~db/schema';
import { mailboxOf } from './mailbox.server';
import { sender, senderName } from './read.server';
import type { UserRow } from '../user/read.server';
import { isMailed, REST_MS, type DueNotice } from './due-notices.server';

/** The number of retries of a failed mail. The delay doubles each time. */
const RETRIES = 5;

/** The maximum number of senders that a mail names. */
const NAMES_MAX = 3;

/** The contents of a mail. */
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
  /** The numbers of new unread messages and of new reports without a review. */
  messageCount: number;
  reportCount: number;
  /** Some of the senders, earliest first. */
  names: string[];
  /** Whether there are more senders than named. */
  hasMoreNames: boolean;
}

/** Writes a mail in the language its reader used last. Its links begin with `origin`. */
export type NoticeWords = (
  notice: Notice,
  site: { origin: string },
) => { subject: string; text: string };

/**
 * Claims a mail before it is sent, so that only one server sends it. Its contents count as told from now on:
 * if the server dies before sending, the mail is lost rather than sent twice.
 * @returns the contents; null if another server has claimed it, the user has turned mails off, or they have
 *   read everything
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
    // A concurrent removal waits for the commit, or has removed the user already.
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
        eq(messages.toUserId, await mailboxOf(db, found.to)),
        isMailed,
        gt(messages.id, told.messageId),
        lte(messages.id, newest.messageId),
      ),
    )
    .groupBy(sender.id, messages.eventId, messages.authorId)
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

/** Records that a claimed mail was sent. */
export async function recordSent(db: Db, { userId }: { userId: number }): Promise<void> {
  const hadFailed = and(eq(mailNotices.userId, userId), gt(mailNotices.failures, 0));
  await db.update(mailNotices).set({ failures: 0 }).where(hadFailed);
}

/**
 * Records that a claimed mail asked to confirm the address. The news it stood for is sent after the
 * confirmation, if it is still unread.
 */
export async function recordConfirmationRequest(
  db: Db,
  { userId, told }: DueNotice,
  { now }: { now: Date },
): Promise<void> {
  const previous = { toldMessageId: told.messageId, toldReportId: told.reportId };
  await db.transaction(async (tx) => {
    await tx.update(users).set({ emailAskedAt: now }).where(eq(users.id, userId));
    await tx
      .update(mailNotices)
      .set({ ...previous, failures: 0, restsUntil: null })
      .where(eq(mailNotices.userId, userId));
  });
}

/**
 * Returns a claimed mail that could not be sent, to be retried later. After five retries it is dropped, and
 * its contents count as told.
 */
export async function releaseNotice(
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

/** The newest items now. After mails are turned on, they do not cover older ones. */
export async function newestIds(tx: Db, user: UserRow) {
  const { eventId } = user;
  const [message] = await tx
    .select({ id: sql<number>`coalesce(max(${messages.id}), 0)` })
    .from(messages)
    .where(eq(messages.toUserId, await mailboxOf(tx, user)));
  const [report] = await tx
    .select({ id: sql<number>`coalesce(max(${flagReports.id}), 0)` })
    .from(flagReports)
    .where(eq(flagReports.eventId, eventId));
  return { toldMessageId: message?.id ?? 0, toldReportId: report?.id ?? 0, failures: 0 };
}
