import { and, asc, eq, isNull, lt, lte, not, sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { events, invitedGuests, users, type EventRow, type InvitedGuestRow } from '~db/schema';
import { open, seal } from '~/services/secret-box.server';
import type { Day } from '../day';
import { DomainError } from '../errors';
import { findInviter, type Inviter } from '../event/invitation.server';
import { isMainOrganizer } from '../event/read.server';
import { isExpired } from '../event/rules';
import { GUEST_MAILS_MAX } from './guest-list';
import { isHere, stoppedKey } from './guest-list.server';

// The mails to the people on guest lists, and the links in them (rules `guest-list.…`).

interface Secrets {
  env: { SESSION_SECRET: readonly [string, ...string[]] };
}

const PURPOSE = 'guest';
/** How often a mail is tried again. The delay doubles each time. */
const RETRIES = 5;
const MINUTE_MS = 60 * 1000;
/** The most mails of one run, so that a long list holds up no other job for long. */
const BATCH = 50;

/** The token in a guest's link. It is valid as long as they are on the list. */
export function guestToken(
  { id, emailKey }: Pick<InvitedGuestRow, 'id' | 'emailKey'>,
  { SESSION_SECRET: [secret] }: Secrets['env'],
): string {
  return seal(`${id} ${emailKey}`, { secret, purpose: PURPOSE });
}

/** A guest and their event. */
interface GuestOfLink {
  guest: InvitedGuestRow;
  event: EventRow;
}

/** The guest whose link this is; null if they are no longer on the list. Only reads. */
export async function findGuest(
  { db, env }: Secrets & { db: Db },
  { token }: { token: string },
): Promise<GuestOfLink | null> {
  const text = open(token, { secrets: env.SESSION_SECRET, purpose: PURPOSE }) ?? '';
  const [, id, emailKey] = /^(\d{1,9}) (.+)$/.exec(text) ?? [];
  if (!id || !emailKey) return null;
  const isThem = and(eq(invitedGuests.id, Number(id)), eq(invitedGuests.emailKey, emailKey));
  const [found] = await db
    .select({ guest: invitedGuests, event: events })
    .from(invitedGuests)
    .innerJoin(events, eq(events.id, invitedGuests.eventId))
    .where(isThem);
  return found ?? null;
}

/**
 * Ends all mails about an event to a guest, at the guest's own request. Name and address are deleted; a hash of
 * the address keeps the organizer from inviting it again.
 * @throws DomainError link_expired
 */
export async function stopGuestMails(
  deps: Secrets & { db: Db },
  { token, now }: { token: string; now: Date },
): Promise<void> {
  const found = await findGuest(deps, { token });
  if (!found) throw new DomainError('link_expired');
  const { id, eventId, emailKey } = found.guest;
  await deps.db
    .update(invitedGuests)
    .set({
      name: '',
      email: '',
      emailKey: stoppedKey(eventId, emailKey),
      mailDueAt: null,
      stoppedAt: now,
    })
    .where(and(eq(invitedGuests.id, id), eq(invitedGuests.emailKey, emailKey)));
}

/** What an invitation says. */
export interface GuestMail extends Inviter {
  guest: InvitedGuestRow;
  event: EventRow;
  /** The organizer's normalized address; null if the event has none. */
  organizerKey: string | null;
  isReminder: boolean;
}

/** Writes an invitation or a reminder. */
export type GuestWords = (
  mail: GuestMail,
  links: { open: string; stop: string },
) => { subject: string; text: string };

/** The ids of the guests whose mail is due, earliest first. */
export async function listDueGuestMails(db: Db, { now }: { now: Date }): Promise<number[]> {
  const rows = await db
    .select({ id: invitedGuests.id })
    .from(invitedGuests)
    .where(lte(invitedGuests.mailDueAt, now))
    .orderBy(asc(invitedGuests.mailDueAt), asc(invitedGuests.id))
    .limit(BATCH);
  return rows.map(({ id }) => id);
}

/**
 * Claims a mail before it is sent, so that only one server sends it. If that server dies before sending, the
 * mail is lost rather than sent twice.
 * @returns null if another server has claimed it, or if there is no reason to write any more: the guest is
 *   here or off the list, or the event is over
 */
export async function claimGuestMail(
  db: Db,
  { id, now, today }: { id: number; now: Date; today: Day },
): Promise<GuestMail | null> {
  const isDue = and(eq(invitedGuests.id, id), lte(invitedGuests.mailDueAt, now));
  const isWanted = and(
    lt(invitedGuests.mails, GUEST_MAILS_MAX),
    isNull(invitedGuests.stoppedAt),
    not(isHere(db)),
  );
  const [found] = await db
    .select({ event: events })
    .from(invitedGuests)
    .innerJoin(events, eq(events.id, invitedGuests.eventId))
    .where(and(isDue, isWanted));
  if (!found || isExpired(found.event, today)) {
    await db.update(invitedGuests).set({ mailDueAt: null }).where(isDue);
    return null;
  }
  const { event } = found;
  const [guest] = await db
    .update(invitedGuests)
    .set({ mailDueAt: null, mails: sql`${invitedGuests.mails} + 1`, mailedAt: now })
    .where(and(isDue, isWanted))
    .returning();
  if (!guest) return null;
  const inviter = await findInviter(db, { eventId: event.id });
  const isTheirs = and(eq(users.eventId, event.id), isMainOrganizer);
  const [organizer] = await db.select({ key: users.emailKey }).from(users).where(isTheirs);
  const organizerKey = organizer?.key ?? null;
  return { guest, event, organizerKey, isReminder: guest.mails > 1, ...inviter };
}

/** Records that a claimed mail was sent. */
export async function recordGuestMailSent(db: Db, { id }: { id: number }): Promise<void> {
  await db.update(invitedGuests).set({ failures: 0 }).where(eq(invitedGuests.id, id));
}

/**
 * Returns a claimed mail that could not be sent: it is tried again after 2, 4, 8, 16 and 32 minutes, and then
 * dropped.
 * @param params.waitS the seconds until a limit lets the mail pass, which does not count as a failure
 */
export async function releaseGuestMail(
  db: Db,
  { guest, now, waitS }: { guest: InvitedGuestRow; now: Date; waitS?: number },
): Promise<void> {
  const failures = guest.failures + (waitS === undefined ? 1 : 0);
  const waitMs = waitS === undefined ? 2 ** failures * MINUTE_MS : waitS * 1000;
  const next = new Date(now.getTime() + waitMs);
  await db
    .update(invitedGuests)
    .set({
      mails: guest.mails - 1,
      failures,
      mailDueAt: failures > RETRIES ? null : next,
    })
    .where(and(eq(invitedGuests.id, guest.id), eq(invitedGuests.mails, guest.mails)));
}
