import { and, desc, eq, inArray, lt, ne, or, sql, type SQL } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { events, sessions, users, type SessionRow } from '~db/schema';
import { deviceOf } from '~/services/device.server';
import { assertCan, ownAccount, type Actor, type Person } from '../access';
import type { Linked } from '../event/door';
import { DomainError } from '../errors';
import { hashSessionToken, newToken } from './token.server';
import type { UserRow } from '../user/read.server';

export type { SessionRow };

/** The maximum age of a session in days, used or not. */
export const SESSION_DAYS = 60;
/** Days without use after which an organizer's session ends, including the administrator's. */
const ORGANIZER_IDLE_DAYS = 14;
/**
 * The lifetime in days of a visitor's session that is not used after its first hour: anyone can start one.
 */
const BRIEF_VISIT_DAYS = 2;
/** How often the last use of a session is updated. */
const SEEN_MS = 60 * 60 * 1000;
/** A further session of a person ends the one that was used least recently. */
export const SESSIONS_A_PERSON = 100;

/** The columns that a sign-in proves. */
type ProvenCell = 'passwordHash' | 'returnTokenHash' | 'secondFactorSealed';

/** The owner of a new session: a member with the columns they proved, or a visitor of an event. */
export type SessionOwner =
  { user: Pick<UserRow, 'id' | 'eventId' | ProvenCell> } | { visitorOf: Linked };

/**
 * Starts a session.
 * @param params.token the token in the cookie
 * @param params.isProven whether the user has proved more than a name and an address
 * @param params.isAdminChecked whether the sign-in was the administrator's credential check
 * @param params.replaces the token of the browser's previous session, which ends
 * @throws DomainError event_not_found, or invalid_credentials if the proof is outdated: the member is gone,
 *   or has another password, second factor or private link
 */
export async function beginSession(
  db: Db,
  params: {
    token: string;
    who: SessionOwner;
    isProven?: boolean;
    isAdminChecked?: boolean;
    userAgent: string | null;
    now: Date;
    replaces?: string;
  },
): Promise<void> {
  const { token, who, isProven = true, isAdminChecked = false, userAgent, now, replaces } = params;
  const eventId = 'user' in who ? who.user.eventId : who.visitorOf.id;
  const replaced = replaces ? hashSessionToken(replaces) : null;
  await db.transaction(async (tx) => {
    // Locks the event before the member, as everywhere.
    const isEvent = and(
      eq(events.id, eventId),
      // If the code is renewed at this moment, the visit ends, too (rule `door.renew`).
      'user' in who ? undefined : sql`${events.code} is not distinct from ${who.visitorOf.code}`,
    );
    const [event] = await tx.select({ id: events.id }).from(events).where(isEvent).for('key share');
    if (!event) throw new DomainError('event_not_found');
    if ('user' in who) await lockProvenMember(tx, who.user);
    await tx.insert(sessions).values({
      id: hashSessionToken(token),
      userId: 'user' in who ? who.user.id : null,
      eventId,
      isProven,
      ...deviceOf(userAgent),
      createdAt: now,
      seenAt: now,
      adminCheckedAt: isAdminChecked ? now : null,
      replaces: replaced,
    });
    if (replaced) await tx.delete(sessions).where(eq(sessions.id, replaced));
    if ('user' in who) await endSurplusSessions(tx, who.user.id);
  });
}

/**
 * Locks a member whose proof is still valid. A concurrent change of the password waits, and then ends this
 * session, too.
 */
async function lockProvenMember(
  tx: Db,
  { id, passwordHash, returnTokenHash, secondFactorSealed }: Pick<UserRow, 'id' | ProvenCell>,
): Promise<void> {
  const [user] = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.id, id),
        sql`${users.passwordHash} is not distinct from ${passwordHash}`,
        sql`${users.returnTokenHash} is not distinct from ${returnTokenHash}`,
        sql`${users.secondFactorSealed} is not distinct from ${secondFactorSealed}`,
      ),
    )
    .for('share');
  if (!user) throw new DomainError('invalid_credentials');
}

async function endSurplusSessions(tx: Db, userId: number): Promise<void> {
  const surplus = tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.seenAt), desc(sessions.createdAt))
    .offset(SESSIONS_A_PERSON);
  await tx.delete(sessions).where(inArray(sessions.id, surplus));
}

/**
 * Ends the session of a cookie, whoever owns it.
 * @returns whether it existed
 */
export async function endSession(db: Db, { token }: { token: string }): Promise<boolean> {
  const isTheirs = eq(sessions.id, hashSessionToken(token));
  const ended = await db.delete(sessions).where(isTheirs).returning({ id: sessions.id });
  return ended.length > 0;
}

/**
 * Ends one of the user's own sessions, on any device. A session that no longer exists is no error.
 * @throws DomainError access_denied for a visitor
 */
export async function endOwnSession(
  db: Db,
  { actor, sessionId }: { actor: Person; sessionId: string },
): Promise<void> {
  assertCan(actor, 'account.change', ownAccount(actor));
  await db
    .delete(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, actor.userId ?? 0)));
}

/**
 * A session that continues under a new token when all others end, so that a copy of its old cookie stops
 * working.
 */
export interface Renewal {
  sessionId: string;
  token: string;
  /** Set if the user has just proved their identity. */
  isProven?: true;
}

/** The renewal of a request's session. */
export function renewalOf({ id }: Pick<SessionRow, 'id'>): Renewal {
  return { sessionId: id, token: newToken() };
}

/** Ends all sessions of a member. The renewed one continues under its new token only. */
export async function endSessionsOf(
  tx: Db,
  { userId, renewal }: { userId: number; renewal?: Renewal },
): Promise<void> {
  const isTheirs = eq(sessions.userId, userId);
  if (!renewal) {
    await tx.delete(sessions).where(isTheirs);
    return;
  }
  const { sessionId, token, isProven } = renewal;
  await tx.delete(sessions).where(and(isTheirs, ne(sessions.id, sessionId)));
  // The row stays, and with it what the device is notified of.
  await tx
    .update(sessions)
    .set({ id: hashSessionToken(token), replaces: sessionId, isProven })
    .where(and(isTheirs, eq(sessions.id, sessionId)));
}

/** Gives the session a new token without ending the other sessions. */
export async function renewOwnSession(tx: Db, { sessionId, token }: Renewal): Promise<void> {
  await tx
    .update(sessions)
    .set({ id: hashSessionToken(token), replaces: sessionId })
    .where(eq(sessions.id, sessionId));
}

/** The user's own sessions that have not ended, most recently used first. */
export function listOwnSessions(
  db: Db,
  { userId, now }: { userId: number; now: Date },
): Promise<SessionRow[]> {
  const isActive = and(eq(sessions.userId, userId), sql`not ${isExpiredSession(now)}`);
  return db
    .select(sessionCells)
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(isActive)
    .orderBy(desc(sessions.seenAt), desc(sessions.createdAt));
}

/** The columns of a session, for queries that join it with others. */
export const sessionCells = {
  id: sessions.id,
  userId: sessions.userId,
  eventId: sessions.eventId,
  isProven: sessions.isProven,
  device: sessions.device,
  browser: sessions.browser,
  adminCheckedAt: sessions.adminCheckedAt,
  createdAt: sessions.createdAt,
  seenAt: sessions.seenAt,
  replaces: sessions.replaces,
};

/** Records that the administrator's credentials were checked in a session (rule `admin.check`). */
export async function recordAdminCheck(
  db: Db,
  { sessionId, now }: { sessionId: string; now: Date },
): Promise<void> {
  await db.update(sessions).set({ adminCheckedAt: now }).where(eq(sessions.id, sessionId));
}

/** Updates the last use of a session, at most once an hour. */
export async function updateSeenAt(
  db: Db,
  session: Pick<SessionRow, 'id' | 'seenAt'>,
  { now }: { now: Date },
): Promise<void> {
  const due = new Date(now.getTime() - SEEN_MS);
  if (session.seenAt > due) return;
  // Of several simultaneous requests only one writes.
  const isDue = and(eq(sessions.id, session.id), lt(sessions.seenAt, now));
  await db.update(sessions).set({ seenAt: now }).where(isDue);
}

/**
 * Whether a session has expired (rule `session.end`). For a query that joins the session's user.
 * @param now the current time, or a placeholder for it
 */
export function isExpiredSession(now: Date | SQL): SQL {
  const at = sql`${now instanceof Date ? now.toISOString() : now}::timestamptz`;
  const daysAgo = (days: number) => sql`${at} - make_interval(days => ${sql.raw(String(days))})`;
  const isBriefVisit = and(
    sql`${sessions.userId} is null`,
    sql`${sessions.seenAt} <= ${sessions.createdAt}`,
    sql`${sessions.createdAt} <= ${daysAgo(BRIEF_VISIT_DAYS)}`,
  );
  const isIdle = and(
    sql`coalesce(${users.isOrganizer}, false)`,
    sql`${sessions.seenAt} <= ${daysAgo(ORGANIZER_IDLE_DAYS)}`,
  );
  const isOld = sql`${sessions.createdAt} <= ${daysAgo(SESSION_DAYS)}`;
  return sql`(${or(isOld, isIdle, isBriefVisit)})`;
}

/**
 * Deletes expired sessions, which are no longer accepted anyway.
 * @throws DomainError access_denied for every actor but the system
 */
export async function removeExpiredSessions(
  db: Db,
  { actor, now }: { actor: Actor; now: Date },
): Promise<void> {
  assertCan(actor, 'session.forget');
  const over = db
    .select({ id: sessions.id })
    .from(sessions)
    .leftJoin(users, eq(users.id, sessions.userId))
    .where(isExpiredSession(now));
  await db.delete(sessions).where(inArray(sessions.id, over));
}
