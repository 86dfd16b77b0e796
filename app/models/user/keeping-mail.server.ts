import {
  and,
  asc,
  eq,
  exists,
  inArray,
  isNull,
  lte,
  ne,
  not,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import type { Db } from '~db/client.server';
import {
  events,
  keepingMails,
  mailNotices,
  photos,
  users,
  type EventRow,
  type UserRow,
} from '~db/schema';
import type { Day } from '../day';
import { dayToMail } from '../event/retention';
import { listAnnouncedDeletions } from '../event/deletion.server';
import { listEventsInLastWeek } from '../event/retention.server';
import { DEMO_EVENT_ID, KEEPING_WARNINGS, type KeepingWarning } from '../event/rules';
import { isSeenBy } from '../photo/scope.server';
import { ADMIN_USER_ID, isMadeUpAddress } from './rules';
import { BATCH, laterTry, type Moment } from './morning-mail.server';

// Who is warned by mail before something is deleted, once for each last day (rule `retention.mail`).

/** The current moment, and EVENT_KEEP_MONTHS. */
type KeepingMoment = Moment & { keepMonths: number };

/** A mail that is due, or was a moment ago. */
export interface DueKeepingMail {
  userId: number;
  warning: KeepingWarning;
}

/** A mail that this server sends now. */
export interface KeepingMail {
  event: EventRow;
  to: UserRow;
  warning: KeepingWarning;
  /** The last day before the deletion. */
  lastDay: Day;
}

/** The mails that are due, at most a batch, those without a failure first. */
export async function listDueKeepingMails(
  db: Db,
  moment: KeepingMoment,
): Promise<DueKeepingMail[]> {
  const due: DueKeepingMail[] = [];
  for (const warning of KEEPING_WARNINGS) {
    for (const [lastDay, eventIds] of await listWarnedEvents(db, warning, moment)) {
      const rows = await db
        .select({ userId: users.id, email: users.email })
        .from(users)
        .leftJoin(
          keepingMails,
          and(eq(keepingMails.userId, users.id), eq(keepingMails.warning, warning)),
        )
        .where(
          and(
            inArray(users.eventId, eventIds),
            isRecipient(db, warning),
            or(isNull(keepingMails.userId), isOpen(lastDay, moment)),
          ),
        )
        .orderBy(asc(sql`coalesce(${keepingMails.failures}, 0)`), asc(users.id))
        .limit(BATCH - due.length);
      const real = rows.filter(({ email }) => !isMadeUpAddress(email));
      due.push(...real.map(({ userId }) => ({ userId, warning })));
      if (due.length >= BATCH) return due;
    }
  }
  return due;
}

/** The ids of the events whose people are warned now, by the day that the mail names. */
async function listWarnedEvents(
  db: Db,
  warning: KeepingWarning,
  moment: KeepingMoment,
): Promise<Map<Day, number[]>> {
  const { today, keepMonths } = moment;
  const rows =
    warning === 'photos'
      ? await listEventsInLastWeek(db, { today })
      : await listAnnouncedDeletions(db, { today, keepMonths });
  const byDay = new Map<Day, number[]>();
  for (const event of rows) {
    const lastDay = event.id === DEMO_EVENT_ID ? null : dayToMail(warning, event, moment);
    if (lastDay !== null) byDay.set(lastDay, [...(byDay.get(lastDay) ?? []), event.id]);
  }
  return byDay;
}

/** A mail that named another day, or that the mail server has refused. */
const isOpen = (lastDay: Day, { now }: KeepingMoment) =>
  or(ne(keepingMails.lastDay, lastDay), lte(keepingMails.retryAt, now));

/**
 * Organizers, unless they have switched mails off, and before photos are deleted also the guests who agreed and may
 * look at some. Somebody who was removed a moment ago gets no mail, even if the removal may be undone.
 */
function isRecipient(db: Db, warning: KeepingWarning): SQL | undefined {
  const hasSwitchedOff = and(eq(mailNotices.userId, users.id), not(mailNotices.isWanted));
  const isOrganizer = and(
    users.isOrganizer,
    ne(users.id, ADMIN_USER_ID),
    not(exists(db.select({ id: mailNotices.userId }).from(mailNotices).where(hasSwitchedOff))),
  );
  const isTheirs = and(eq(photos.eventId, users.eventId), isSeenBy());
  const mayLook = and(eq(events.id, users.eventId), events.guestsMayLook);
  const isGuest = and(
    not(users.isOrganizer),
    users.mailConsent,
    exists(db.select({ id: events.id }).from(events).where(mayLook)),
    exists(db.select({ id: photos.id }).from(photos).where(isTheirs)),
  );
  return and(isNull(users.removeAt), warning === 'photos' ? or(isOrganizer, isGuest) : isOrganizer);
}

/**
 * Claims a mail before it is sent, in one step, so that of all servers only one sends it. If that server dies before
 * the mail server has taken the mail, the mail is lost rather than sent twice.
 * @returns null if it was claimed before, or if there is no reason to write any more: the member has left or wants no
 *   mails, or the event is kept longer
 */
export async function claimKeepingMail(
  db: Db,
  { userId, warning, ...moment }: KeepingMoment & DueKeepingMail,
): Promise<KeepingMail | null> {
  return db.transaction(async (tx) => {
    // A concurrent removal waits for the commit, or has removed them already.
    const isThem = and(eq(users.id, userId), isRecipient(tx, warning));
    const [to] = await tx.select().from(users).where(isThem).for('key share');
    if (!to) return null;
    const [event] = await tx.select().from(events).where(eq(events.id, to.eventId));
    const lastDay = event ? dayToMail(warning, event, moment) : null;
    if (!event || lastDay === null) return null;
    const isSameDay = eq(keepingMails.lastDay, lastDay);
    const claimed = await tx
      .insert(keepingMails)
      .values({ userId, warning, lastDay, claimedAt: moment.now })
      .onConflictDoUpdate({
        target: [keepingMails.userId, keepingMails.warning],
        set: {
          lastDay,
          claimedAt: moment.now,
          retryAt: null,
          failures: sql`case when ${isSameDay} then ${keepingMails.failures} else 0 end`,
        },
        setWhere: isOpen(lastDay, moment),
      })
      .returning({ userId: keepingMails.userId });
    return claimed.length > 0 ? { event, to, warning, lastDay } : null;
  });
}

/** Returns a claimed mail that the mail server has refused. */
export async function releaseKeepingMail(
  db: Db,
  { userId, warning, now }: DueKeepingMail & { now: Date },
): Promise<void> {
  await db
    .update(keepingMails)
    .set(laterTry(keepingMails, now))
    .where(
      and(
        eq(keepingMails.userId, userId),
        eq(keepingMails.warning, warning),
        isNull(keepingMails.retryAt),
      ),
    );
}

/** The warnings that were mailed to a member, each with the day that it named. */
export function listKeepingMails(db: Db, { userId }: { userId: number }) {
  const { warning, lastDay, claimedAt: mailedAt } = keepingMails;
  return db
    .select({ warning, lastDay, mailedAt })
    .from(keepingMails)
    .where(eq(keepingMails.userId, userId))
    .orderBy(asc(mailedAt));
}
