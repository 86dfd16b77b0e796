import { and, eq, not, sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { events, sessions, users, type EventRow, type SessionRow, type UserRow } from '~db/schema';
import { statement } from '~db/statement.server';
import { createEventCache } from '../event/cache.server';
import { isExpiredSession, updateSeenAt, sessionCells } from './write.server';
import { hashSessionToken } from './token.server';

/** The contents of the cookie: the session's token and its event. */
export interface Named {
  token: string;
  eventId: number;
}

/** The result of a session lookup. `user` is null for a visitor. */
export interface Found {
  session: SessionRow;
  user: UserRow | null;
  event: EventRow;
}

/** Looks up the session of a cookie. */
export interface Identities {
  /** The state of at most a second ago, because a screen requests dozens of pictures at once. */
  find(named: Named, now: Date): Promise<Found | null>;
  /** The current state. Writes use it so that they are checked against current permissions. */
  findNow(named: Named, now: Date): Promise<Found | null>;
  /** Invalidates the cached sessions of an event, or of all events for null. */
  forget(eventId: number | null): void;
  /**
   * Takes a notification from the database (migrations 0012 and 0023), or null when some may have been
   * missed.
   */
  receive(payload: string | null): void;
}

const MAX_AGE_MS = 1000;
const MAX_BYTES = 8 * 1024 * 1024;
/** The approximate memory of a session with its user and event. */
const FOUND_BYTES = 3000;
/** The notifications that affect a session, its user or its event. */
const CONCERNS = new Set(['session', 'account', 'people', 'role', 'event', 'end']);

/** Creates the lookup with an empty cache. */
export function createIdentities({ db }: { db: Db }): Identities {
  const cache = createEventCache({ maxBytes: MAX_BYTES, maxAgeMs: MAX_AGE_MS });
  const ask = async ({ token, eventId }: Named, now: Date): Promise<Found | null> => {
    const found = await findIdentity(db, { id: hashSessionToken(token), eventId, now });
    // A failed write of the last use does not stop a reader.
    if (found) await updateSeenAt(db, found.session, { now }).catch(() => undefined);
    return found;
  };
  return {
    async find(named, now) {
      const make = async () => ({ found: await ask(named, now) });
      const bytesOf = ({ found }: { found: Found | null }) => (found ? FOUND_BYTES : null);
      const cached = await cache.read(named.eventId, named.token, make, bytesOf);
      return cached.found;
    },
    findNow: ask,
    forget: (eventId) => cache.forget(eventId),
    receive(payload) {
      if (payload === null) return cache.forget(null);
      const [eventId, what = ''] = payload.split(' ');
      if (CONCERNS.has(what)) cache.forget(Number(eventId));
    },
  };
}

/**
 * Looks up a session with its user and event in one query. Null if the session has ended, or if its user or
 * event is gone.
 */
export async function findIdentity(
  db: Db,
  { id, eventId, now }: { id: string; eventId: number; now: Date },
): Promise<Found | null> {
  const [found] = await identity(db).execute({ id, eventId, now: now.toISOString() });
  return found ?? null;
}

const identity = statement((db) =>
  db
    .select({ session: sessionCells, user: users, event: events })
    .from(sessions)
    .innerJoin(events, eq(events.id, sessions.eventId))
    .leftJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.id, sql.placeholder('id')),
        eq(events.id, sql.placeholder('eventId')),
        not(isExpiredSession(sql`${sql.placeholder('now')}`)),
      ),
    )
    .prepare('identity'),
);

/** Why a session ended: its user or event was deleted, the browser got another session, or something else. */
export type SessionEnd = 'gone' | 'replaced' | 'over';

/** Finds out why a session that no longer exists has ended. */
export async function findEnd(
  db: Db,
  { token, userId, eventId }: Named & { userId: number | null },
): Promise<SessionEnd> {
  const replacements = await db.$count(sessions, eq(sessions.replaces, hashSessionToken(token)));
  if (replacements > 0) return 'replaced';
  const count =
    userId === null
      ? await db.$count(events, eq(events.id, eventId))
      : await db.$count(users, and(eq(users.id, userId), eq(users.eventId, eventId)));
  return count > 0 ? 'over' : 'gone';
}
