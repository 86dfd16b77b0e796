import {
  aliasedTable,
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
import type { Day } from '../day';
import { hasEnded } from '../event/read.server';
import { mailboxId } from './mailbox.server';
import { isDue } from '../job/clock-watch.server';
import { isMadeUpAddress } from '../user/rules';

const MINUTE_MS = 60 * 1000;

/** The most mails of one run. */
const BATCH = 500;

/** The minimum age of news in a mail. Users who are online read it before that. */
const AGE_MS = 2 * MINUTE_MS;

/** The maximum age of news in a mail. */
const OLD_MS = 24 * 60 * MINUTE_MS;

/** The pause after a mail for users who have not read the news it was about. */
export const REST_MS = 30 * MINUTE_MS;

/** A user who has not been told of their news yet (rule `notices.mail`). */
export interface DueNotice {
  userId: number;
  /** The newest items that earlier mails covered, and those that this mail covers. */
  told: { messageId: number; reportId: number };
  newest: { messageId: number; reportId: number };
  isWanted: boolean | null;
}

const toldMessageId = sql<number>`coalesce(${mailNotices.toldMessageId}, 0)`;
const toldReportId = sql<number>`coalesce(${mailNotices.toldReportId}, 0)`;

/**
 * The users to mail now, at most a batch, starting with those whose last mail did not fail.
 * @param params.today in EVENT_TIME_ZONE
 */
export async function listDueNotices(
  db: Db,
  { now, today }: { now: Date; today: Day },
): Promise<DueNotice[]> {
  const newMessages = await db
    .select({ userId: messages.toUserId, newest: sql<number>`max(${messages.id})` })
    .from(messages)
    .leftJoin(mailNotices, eq(mailNotices.userId, messages.toUserId))
    .where(
      and(
        isMailed,
        isReportableNow(messages.createdAt, now),
        sql`${messages.id} > ${toldMessageId}`,
      ),
    )
    .groupBy(messages.toUserId);
  const organizer = aliasedTable(users, 'organizer');
  // The co-organizers get the organizer's messages, too (rule `messages.organizers`).
  const newShared = await db
    .select({ userId: users.id, newest: sql<number>`max(${messages.id})` })
    .from(messages)
    .innerJoin(organizer, eq(organizer.id, messages.toUserId))
    .innerJoin(users, and(eq(users.eventId, organizer.eventId), isNotNull(users.coOrganizerSince)))
    .leftJoin(mailNotices, eq(mailNotices.userId, users.id))
    .where(
      and(
        organizer.isOrganizer,
        isNull(organizer.coOrganizerSince),
        isMailed,
        isReportableNow(messages.createdAt, now),
        sql`${messages.id} > ${toldMessageId}`,
      ),
    )
    .groupBy(users.id);
  const newReports = await db
    .select({ userId: users.id, newest: sql<number>`max(${flagReports.id})` })
    .from(flagReports)
    .innerJoin(users, and(eq(users.eventId, flagReports.eventId), users.isOrganizer))
    .leftJoin(mailNotices, eq(mailNotices.userId, users.id))
    .where(
      and(
        eq(flagReports.status, 'pending'),
        isReportableNow(flagReports.createdAt, now),
        sql`${flagReports.id} > ${toldReportId}`,
      ),
    )
    .groupBy(users.id);
  const messageOf = new Map(
    [...newMessages, ...newShared].map(({ userId, newest }) => [userId, newest]),
  );
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
        // A mail to an unconfirmed address only asks for confirmation, once (rule `mails.unconfirmed`).
        or(isNotNull(users.emailConfirmedAt), isNull(users.emailAskedAt)),
        // After the end, only the organizer can enter (rule `event.ended`).
        or(users.isOrganizer, not(hasEnded(today))),
        or(
          isNull(mailNotices.restsUntil),
          isDue(mailNotices.restsUntil, now, REST_MS),
          hasReadEverything(db),
        ),
      ),
    )
    .orderBy(asc(sql`coalesce(${mailNotices.failures}, 0)`), asc(users.id))
    .limit(BATCH);
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

/** Matches the messages that mails are about: unread ones, without warnings that have a mail of their own. */
export const isMailed = and(eq(messages.isRead, false), isNull(messages.keepingWarning));

/** Whether something is of the age that mails cover. */
function isReportableNow(createdAt: AnyPgColumn, now: Date): SQL | undefined {
  return and(
    gt(createdAt, new Date(now.getTime() - OLD_MS)),
    lte(createdAt, new Date(now.getTime() - AGE_MS)),
  );
}

/** Whether a user has read everything that a mail told them, and no mail to them waits for a retry. */
function hasReadEverything(db: Db): SQL | undefined {
  const unread = and(
    eq(messages.toUserId, mailboxId),
    isMailed,
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
