import { and, asc, eq, gt, isNotNull, lte, sql, type SQL } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { coOrganizerLinks, events, users, type EventRow } from '~db/schema';
import { assertCan, type Actor } from '../access';
import { recordDeed } from '../admin/audit.server';
import { DomainError } from '../errors';
import { bigintId } from '../id.server';
import { hashToken, newToken } from '../session/token.server';
import { CO_ORGANIZERS_MAX, LINK_DAYS, type CoOrganizerLink } from './co-organizers';
import type { CoOrganizer } from './shape';
import { makeParticipant } from './organizer.server';
import { isDemo } from './rules';
import { getLockedEvent, lockEvent } from './update.server';

// The people who run an event alongside its organizer (rules `co-organizers.…`). How one joins is in
// `user/co-organizer-join.server.ts`.

/** Matches the co-organizers of an event, in a query of users. */
const areOf = (eventId: number): SQL | undefined =>
  and(eq(users.eventId, bigintId(eventId)), isNotNull(users.coOrganizerSince));

/**
 * Creates a link that makes the person who uses it a co-organizer, once and within a week.
 * @returns its token, which is stored as a hash only
 * @throws DomainError not_an_organizer, access_denied for a co-organizer, co_organizers_full
 */
export async function createCoOrganizerLink(
  db: Db,
  { actor, eventId, now }: { actor: Actor; eventId: number; now: Date },
): Promise<{ token: string; expiresAt: Date }> {
  assertCan(actor, 'event.share', { eventId });
  const token = newToken();
  const expiresAt = new Date(now.getTime() + LINK_DAYS * 24 * 60 * 60 * 1000);
  await db.transaction(async (tx) => {
    // The lock makes two simultaneous requests count each other's link.
    const event = await getLockedEvent(tx, eventId);
    const isOver = and(eq(coOrganizerLinks.eventId, eventId), lte(coOrganizerLinks.expiresAt, now));
    await tx.delete(coOrganizerLinks).where(isOver);
    const links = await tx.$count(coOrganizerLinks, eq(coOrganizerLinks.eventId, eventId));
    const people = await tx.$count(users, areOf(eventId));
    if (links + people >= CO_ORGANIZERS_MAX) throw new DomainError('co_organizers_full');
    await tx
      .insert(coOrganizerLinks)
      .values({ eventId, tokenHash: hashToken(token), expiresAt, createdAt: now });
    await recordDeed(tx, { actor, deed: 'co_organizer.link', eventId, eventName: event.name });
  });
  return { token, expiresAt };
}

/**
 * The co-organizers of an event, in order of joining.
 * @throws DomainError not_an_organizer, access_denied for another event
 */
export async function listCoOrganizers(
  db: Db,
  { actor, eventId }: { actor: Actor; eventId: number },
): Promise<CoOrganizer[]> {
  assertCan(actor, 'event.manage', { eventId });
  const rows = await db
    .select({ id: users.id, name: users.name, email: users.email, since: users.coOrganizerSince })
    .from(users)
    .where(areOf(eventId))
    .orderBy(asc(users.coOrganizerSince), asc(users.id));
  return rows.flatMap(({ since, ...person }) => (since ? [{ ...person, since }] : []));
}

/**
 * The links of an event that can still be used, earliest end first.
 * @throws DomainError not_an_organizer, access_denied for a co-organizer
 */
export async function listCoOrganizerLinks(
  db: Db,
  { actor, eventId, now }: { actor: Actor; eventId: number; now: Date },
): Promise<CoOrganizerLink[]> {
  assertCan(actor, 'event.share', { eventId });
  return db
    .select({ id: coOrganizerLinks.id, expiresAt: coOrganizerLinks.expiresAt })
    .from(coOrganizerLinks)
    .where(and(eq(coOrganizerLinks.eventId, eventId), gt(coOrganizerLinks.expiresAt, now)))
    .orderBy(asc(coOrganizerLinks.expiresAt), asc(coOrganizerLinks.id));
}

/**
 * Withdraws a link that nobody has used. One that is gone is no error.
 * @throws DomainError not_an_organizer, access_denied for a co-organizer
 */
export async function withdrawCoOrganizerLink(
  db: Db,
  { actor, eventId, linkId }: { actor: Actor; eventId: number; linkId: number },
): Promise<void> {
  assertCan(actor, 'event.share', { eventId });
  await db
    .delete(coOrganizerLinks)
    .where(and(eq(coOrganizerLinks.eventId, eventId), eq(coOrganizerLinks.id, bigintId(linkId))));
}

/**
 * Makes a co-organizer a participant: photos, stars and messages stay, password and links are deleted. Their next
 * request has a participant's rights.
 * @throws DomainError not_an_organizer, access_denied for a co-organizer, user_not_found
 */
export async function endCoOrganizer(
  db: Db,
  { actor, eventId, userId }: { actor: Actor; eventId: number; userId: number },
): Promise<void> {
  assertCan(actor, 'event.share', { eventId });
  await db.transaction(async (tx) => {
    const [event] = await lockEvent(tx, eventId);
    const [person] = await tx
      .select()
      .from(users)
      .where(and(areOf(eventId), eq(users.id, bigintId(userId))))
      .for('update');
    if (!event || !person) throw new DomainError('user_not_found');
    await makeParticipant(tx, person.id);
    if (isDemo(event)) {
      await tx.update(users).set({ isStranger: true }).where(eq(users.id, person.id));
    }
    const here = { eventId, eventName: event.name };
    await recordDeed(tx, { actor, deed: 'co_organizer.ended', target: person, ...here });
  });
}

/** The event of a link that can still be used, without using it; null if there is none. */
export async function findLinkedEvent(
  db: Db,
  { token, now }: { token: string; now: Date },
): Promise<EventRow | null> {
  const [found] = await db
    .select({ event: events })
    .from(coOrganizerLinks)
    .innerJoin(events, eq(events.id, coOrganizerLinks.eventId))
    .where(isUsable(token, now));
  return found?.event ?? null;
}

/**
 * Uses a link up. Of two simultaneous requests only one succeeds.
 * @returns whether it could be used
 */
export async function spendCoOrganizerLink(
  tx: Db,
  { token, now }: { token: string; now: Date },
): Promise<boolean> {
  const spent = await tx
    .delete(coOrganizerLinks)
    .where(isUsable(token, now))
    .returning({ id: coOrganizerLinks.id });
  return spent.length > 0;
}

function isUsable(token: string, now: Date): SQL | undefined {
  return and(
    eq(coOrganizerLinks.tokenHash, hashToken(token)),
    gt(coOrganizerLinks.expiresAt, sql`${now.toISOString()}::timestamptz`),
  );
}
