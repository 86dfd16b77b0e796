import { and, eq, not, sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { events, sessions, users, type EventRow, type SessionRow, type UserRow } from '~db/schema';
import { statement } from '~db/statement.server';
import { createEventCache } from './event-cache.server';
import { isOver, noteSeen, sessionCells } from './session.server';
import { hashSessionToken } from './token.server';

/** What a cookie names: the token of its session, and the event that it is in. */
export interface Named {
  token: string;
  eventId: number;
}

/** Whom a session stands for; `user` is null for a visitor. */
export interface Found {
  session: SessionRow;
  user: UserRow | null;
  event: EventRow;
}

/** Who is behind a cookie, as the database says it. */
export interface Identities {
  /** As it was a second ago at most: a screen asks for dozens of pictures at once. */
  find(named: Named, now: Date): Promise<Found | null>;
  /** As it is now: whoever writes does so by the rights that they have now. */
  findNow(named: Named, now: Date): Promise<Found | null>;
  /** What is kept of an event's sessions, or of all where nobody knows which, does not hold any more. */
  forget(eventId: number | null): void;
  /** What the database tells of a change (migrations 0012 and 0023); null when something may have been missed. */
  hear(told: string | null): void;
}

const MAX_AGE_MS = 1000;
const MAX_BYTES = 8 * 1024 * 1024;
/** A session with its user and event in memory, about. */
const FOUND_BYTES = 3000;
/** Of all that is told, what changes a session, its user or its event. */
const CONCERNS = new Set(['session', 'account', 'people', 'role', 'event', 'end']);

/** Makes the memory of a server that has asked nothing yet. */
export function createIdentities({ db }: { db: Db }): Identities {
  const cache = createEventCache({ maxBytes: MAX_BYTES, maxAgeMs: MAX_AGE_MS });
  const ask = async ({ token, eventId }: Named, now: Date): Promise<Found | null> => {
    const found = await findIdentity(db, { id: hashSessionToken(token), eventId, now });
    // Whoever only reads goes on though nothing can be written now.
    if (found) await noteSeen(db, found.session, { now }).catch(() => undefined);
    return found;
  };
  return {
    async find(named, now) {
      const make = async () => ({ found: await ask(named, now) });
      const bytesOf = ({ found }: { found: Found | null }) => (found ? FOUND_BYTES : null);
      const kept = await cache.read(named.eventId, named.token, make, bytesOf);
      return kept.found;
    },
    findNow: ask,
    forget: (eventId) => cache.forget(eventId),
    hear(told) {
      if (told === null) return cache.forget(null);
      const [eventId, what = ''] = told.split(' ');
      if (CONCERNS.has(what)) cache.forget(Number(eventId));
    },
  };
}

/**
 * Whom a session stands for, in one query. Null when it has ended, by itself or with its user or event.
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
        not(isOver(sql`${sql.placeholder('now')}`)),
      ),
    )
    .prepare('identity'),
);

/** How a session came to its end: its person or event is gone, its browser has another one, or else. */
export type SessionEnd = 'gone' | 'replaced' | 'over';

/** How a session ended that stands for nobody any more. */
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
