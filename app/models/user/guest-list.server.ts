import {
  and,
  asc,
  eq,
  exists,
  gt,
  isNotNull,
  isNull,
  lte,
  not,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { invitedGuests, users, type EventRow } from '~db/schema';
import { assertCan, assertRunning, type Actor } from '../access';
import { matches } from '../admin/list.server';
import { DomainError } from '../errors';
import { isDemo } from '../event/rules';
import { getLockedEvent } from '../event/update.server';
import { bigintId } from '../id.server';
import { PAGE_SIZE } from '../list-place';
import { pageOrFirst } from '../list-place.server';
import { hashToken } from '../session/token.server';
import {
  GUESTS_MAX,
  guestStatus,
  REMIND_AFTER_MS,
  type GuestCounts,
  type GuestsAdded,
  type ShownGuest,
} from './guest-list';
import { readGuestLines } from './guest-lines.server';
import { emailKey } from './rules';

// The guest list of an event (rules `guest-list.…`). Its mails are in `guest-mail.server.ts`.

/** What remains of an address whose owner wants no more mails: enough to recognize it. */
export const stoppedKey = (eventId: number, key: string) => hashToken(`guest ${eventId} ${key}`);

/** Matches guests with that address in the event, in a query of guests. */
export function isHere(db: Db): SQL {
  const them = and(
    eq(users.eventId, invitedGuests.eventId),
    eq(users.emailKey, invitedGuests.emailKey),
  );
  return exists(db.select({ id: users.id }).from(users).where(them));
}

/** Matches those the organizer sees. */
const isListed = (eventId: number) =>
  and(eq(invitedGuests.eventId, eventId), isNull(invitedGuests.stoppedAt));

/** Matches those who can be invited now. */
const isNew = (db: Db) =>
  and(eq(invitedGuests.mails, 0), isNull(invitedGuests.mailDueAt), not(isHere(db)));

/** Matches those who were invited a day ago, and can be reminded now. */
const isForReminder = (db: Db, now: Date) =>
  and(
    eq(invitedGuests.mails, 1),
    isNull(invitedGuests.mailDueAt),
    lte(invitedGuests.mailedAt, new Date(now.getTime() - REMIND_AFTER_MS)),
    not(isHere(db)),
  );

/**
 * Adds people to an event's guest list. Lines with an error are reported and left out, people who are known are
 * counted, and the others are added. This sends no mail.
 * @param params.list a person on each line
 * @throws DomainError not_an_organizer, access_denied for another event, event_closed, guest_list_empty, list_too_long
 *   for a list that is too long by itself
 */
export async function addGuests(
  db: Db,
  { actor, eventId, list }: { actor: Actor; eventId: number; list: string },
): Promise<GuestsAdded> {
  assertCan(actor, 'event.manage', { eventId });
  const { guests, errors } = readGuestLines(list);
  return db.transaction(async (tx) => {
    // The lock makes two simultaneous lists count each other's people.
    await lockRunning(tx, { actor, eventId });
    const seen = await listKnownKeys(tx, eventId);
    let room = GUESTS_MAX - (await tx.$count(invitedGuests, eq(invitedGuests.eventId, eventId)));
    const fresh: (typeof invitedGuests.$inferInsert)[] = [];
    for (const { name, email, ...where } of guests) {
      const key = emailKey(email);
      if (seen.has(key) || seen.has(stoppedKey(eventId, key))) continue;
      if (room === 0) {
        errors.push({ ...where, code: 'list_too_long' });
        continue;
      }
      room -= 1;
      seen.add(key);
      fresh.push({ eventId, name, email, emailKey: key });
    }
    if (fresh.length > 0) await tx.insert(invitedGuests).values(fresh);
    const full = errors.filter(({ code }) => code === 'list_too_long').length;
    return {
      added: fresh.length,
      known: guests.length - fresh.length - full,
      errors: errors.sort((one, other) => one.line - other.line),
    };
  });
}

/** The addresses of everybody who is on the list or in the event. */
async function listKnownKeys(tx: Db, eventId: number): Promise<Set<string>> {
  const listed = await tx
    .select({ key: invitedGuests.emailKey })
    .from(invitedGuests)
    .where(eq(invitedGuests.eventId, eventId));
  const members = await tx
    .select({ key: users.emailKey })
    .from(users)
    .where(eq(users.eventId, eventId));
  return new Set([...listed, ...members].map(({ key }) => key));
}

/** @throws DomainError event_not_found, event_closed */
async function lockRunning(
  tx: Db,
  { actor, eventId }: { actor: Actor; eventId: number },
): Promise<EventRow> {
  const event = await getLockedEvent(tx, eventId);
  assertRunning(actor, event, 'everybody');
  return event;
}

/**
 * Takes a person off the list. One who is no longer on it is no error.
 * @throws DomainError not_an_organizer, access_denied for another event
 */
export async function removeGuest(
  db: Db,
  { actor, eventId, guestId }: { actor: Actor; eventId: number; guestId: number },
): Promise<void> {
  assertCan(actor, 'event.manage', { eventId });
  const isIt = and(isListed(eventId), eq(invitedGuests.id, bigintId(guestId)));
  await db.delete(invitedGuests).where(isIt);
}

/**
 * Asks for the mails to everybody who was not invited yet, or for a reminder to everybody who was invited a day ago and
 * is not here. The job sends them.
 * @param params.isConfirmed whether the organizer has confirmed their own address, without which nobody may write to
 *   strangers (rule `guest-list.sender`)
 * @returns how many people it goes to
 * @throws DomainError not_an_organizer, access_denied for another event or the demo event, event_closed,
 *   own_email_unconfirmed
 */
export async function requestGuestMails(
  db: Db,
  params: {
    actor: Actor;
    eventId: number;
    kind: 'invitation' | 'reminder';
    isConfirmed: boolean;
    now: Date;
  },
): Promise<number> {
  const { actor, eventId, kind, isConfirmed, now } = params;
  assertCan(actor, 'event.manage', { eventId });
  if (isDemo({ id: eventId })) throw new DomainError('access_denied');
  if (!isConfirmed) throw new DomainError('own_email_unconfirmed');
  return db.transaction(async (tx) => {
    await lockRunning(tx, { actor, eventId });
    const isWanted = kind === 'invitation' ? isNew(tx) : isForReminder(tx, now);
    const rows = await tx
      .update(invitedGuests)
      .set({ mailDueAt: now, failures: 0 })
      .where(and(isListed(eventId), isWanted))
      .returning({ id: invitedGuests.id });
    return rows.length;
  });
}

/** Counts an event's guests. */
export async function countGuests(
  db: Db,
  { eventId, now }: { eventId: number; now: Date },
): Promise<GuestCounts> {
  const countOf = (condition: SQL | undefined) =>
    sql<number>`(count(*) filter (where ${condition}))::int`;
  const [counts] = await db
    .select({
      all: sql<number>`count(*)::int`,
      notHere: countOf(isNotHere(db)),
      toInvite: countOf(isNew(db)),
      toRemind: countOf(isForReminder(db, now)),
    })
    .from(invitedGuests)
    .where(isListed(eventId));
  return counts ?? { all: 0, notHere: 0, toInvite: 0, toRemind: 0 };
}

/** Matches those who were invited and are not here. */
const isNotHere = (db: Db) =>
  and(or(gt(invitedGuests.mails, 0), isNotNull(invitedGuests.mailDueAt)), not(isHere(db)));

/**
 * A page of an event's guests in the order of their ids (rule `screens.pages`).
 * @param params.search text that name or address must contain; empty for all
 * @param params.notHere whether only those who were invited and are not here
 * @param params.after the id after which the page begins
 * @throws DomainError not_an_organizer, access_denied for another event
 */
export async function readGuestPage(
  db: Db,
  params: {
    actor: Actor;
    eventId: number;
    search: string;
    notHere: boolean;
    after: number | undefined;
  },
): Promise<{ guests: ShownGuest[]; next: number | null; after: number | undefined }> {
  const { actor, eventId, search, notHere } = params;
  assertCan(actor, 'event.manage', { eventId });
  const isWanted = and(
    isListed(eventId),
    notHere ? isNotHere(db) : undefined,
    matches(search, sql`lower(${invitedGuests.name}) || ' ' || ${invitedGuests.emailKey}`),
  );
  const read = async (after: number | undefined) => {
    const rows = await db
      .select({
        id: invitedGuests.id,
        name: invitedGuests.name,
        email: invitedGuests.email,
        mailDueAt: invitedGuests.mailDueAt,
        mails: invitedGuests.mails,
        failures: invitedGuests.failures,
        isHere: sql<boolean>`${isHere(db)}`,
      })
      .from(invitedGuests)
      .where(and(isWanted, after === undefined ? undefined : gt(invitedGuests.id, bigintId(after))))
      .orderBy(asc(invitedGuests.id))
      .limit(PAGE_SIZE + 1);
    const guests = rows.slice(0, PAGE_SIZE).map(({ id, name, email, ...row }) => ({
      id,
      name,
      email,
      status: guestStatus(row),
    }));
    return { guests, next: guests.length < rows.length ? (guests.at(-1)?.id ?? null) : null };
  };
  return pageOrFirst(read, params.after, ({ guests }) => guests.length === 0);
}
