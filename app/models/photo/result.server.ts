import { createHash, createHmac, randomBytes } from 'node:crypto';
import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import {
  ballotKeys,
  events,
  favorites,
  photos,
  resultChanges,
  results,
  type EventRow,
} from '~db/schema';
import { assertCan, type Actor, type Person, type Target } from '../access';
import { recordDeed } from '../admin/audit.server';
import { DomainError } from '../errors';
import { isRevealed } from '../event/standings';
import { getLockedEvent, lockEvent, updateEvent } from '../event/update.server';
import { canonicalBallots, countBallots, RULE, type Ballot, type Place } from './count.mjs';
import { GRACE_MS } from './result';
import type { ResultChange, ResultFile } from './shape';
import { isCountedStar } from './scope.server';
import { podiumOf, TOP_PHOTOS } from './star';
import { votingState } from './voting';

/** Tells the server's time. */
type Clock = () => Date;
const newDate: Clock = () => new Date();

/**
 * Closes voting for good, by the organizer's hand: the votes are counted now, and stars on their way come too late
 * (rule `result.by-hand`). Does nothing if they are counted already. It can be done before and after the event's end.
 * @throws DomainError not_an_organizer, access_denied for another event, event_not_found
 */
export async function closeVoting(
  db: Db,
  { actor, eventId, now = newDate }: { actor: Person; eventId: number; now?: Clock },
): Promise<EventRow> {
  assertCan(actor, 'event.manage', { eventId });
  return db.transaction(async (tx) => {
    const event = await getLockedEvent(tx, eventId);
    if (event.votingClosedAt) return event;
    return countByHand(tx, { actor, event, closedAt: now() });
  });
}

/**
 * Counts the votes of an event that are not counted yet, at an organizer's request. The caller holds the lock on the
 * event's row, and has checked the permission.
 */
export async function countByHand(
  tx: Db,
  { actor, event, closedAt }: { actor: Actor; event: EventRow; closedAt: Date },
): Promise<EventRow> {
  const closed = await freeze(tx, { event, closedAt, isByHand: true });
  const { id: eventId, name: eventName } = event;
  await recordDeed(tx, { actor, deed: 'event.voting_closed', eventId, eventName });
  return closed;
}

/** The events whose votes are due to be counted (rule `voting.late-star`), earliest closing first. */
export async function listUncounted(db: Db, { now }: { now: Date }): Promise<number[]> {
  const rows = await db
    .select({ id: events.id })
    .from(events)
    .where(and(isNull(events.votingClosedAt), lte(events.votingClosesAt, graceBefore(now))))
    .orderBy(asc(events.votingClosesAt), asc(events.id));
  return rows.map(({ id }) => id);
}

/**
 * Counts an event's votes if that is still due: another server may have done it, or the organizer may have set a
 * later closing.
 * @returns whether it counted them
 * @throws DomainError access_denied for every actor but the system
 */
export async function countDueVotes(
  db: Db,
  { actor, eventId, now }: { actor: Actor; eventId: number; now: Date },
): Promise<boolean> {
  assertCan(actor, 'vote.count');
  return db.transaction(async (tx) => {
    const [event] = await lockEvent(tx, eventId);
    const closes = event?.votingClosesAt;
    if (!event || event.votingClosedAt || !closes || closes > graceBefore(now)) return false;
    await freeze(tx, { event, closedAt: now, isByHand: false });
    return true;
  });
}

const graceBefore = (now: Date) => new Date(now.getTime() - GRACE_MS);

/**
 * Stores the result. The caller holds the lock on the event's row, which every star and every removal of a photo or
 * person shares: each of them comes before the count, or sees the result.
 */
async function freeze(
  tx: Db,
  { event, closedAt, isByHand }: { event: EventRow; closedAt: Date; isByHand: boolean },
): Promise<EventRow> {
  const ballots = await readBallots(tx, event.id);
  await tx.insert(results).values({
    eventId: event.id,
    closedAt,
    isByHand,
    rule: RULE,
    places: countBallots(ballots),
    ballots,
    digest: digestOf(ballots),
  });
  return updateEvent(tx, event.id, { votingClosedAt: closedAt });
}

/** The ballots of everybody who has given a star that counts, sorted by voter. */
async function readBallots(tx: Db, eventId: number): Promise<Ballot[]> {
  const key = await ballotKeyOf(tx, eventId);
  const rows = await tx
    .select({
      userId: favorites.userId,
      photoIds: sql<number[]>`json_agg(${photos.id} order by ${photos.id})`,
    })
    .from(favorites)
    .innerJoin(photos, eq(photos.id, favorites.photoId))
    .where(and(eq(photos.eventId, eventId), isCountedStar))
    .groupBy(favorites.userId);
  return rows
    .map(({ userId, photoIds }) => ({ voter: voterOf(key, { eventId, userId }), photoIds }))
    .sort((one, other) => (one.voter < other.voter ? -1 : 1));
}

function digestOf(ballots: readonly Ballot[]): string {
  return createHash('sha256').update(canonicalBallots(ballots)).digest('hex');
}

/** The event's key (rule `result.ballots`), which is made when it is first needed. */
async function ballotKeyOf(db: Db, eventId: number): Promise<string> {
  const find = () =>
    db.select({ key: ballotKeys.key }).from(ballotKeys).where(eq(ballotKeys.eventId, eventId));
  const [known] = await find();
  if (known) return known.key;
  const key = randomBytes(32).toString('base64url');
  await db.insert(ballotKeys).values({ eventId, key }).onConflictDoNothing();
  const [made] = await find();
  if (!made) throw new DomainError('event_not_found');
  return made.key;
}

function voterOf(key: string, { eventId, userId }: { eventId: number; userId: number }): string {
  return createHmac('sha256', Buffer.from(key, 'base64url'))
    .update(`${eventId} ${userId}`)
    .digest('hex');
}

/**
 * Throws the result, its duel and its reveal away if a change of the voting's settings has opened voting again (rule
 * `result.reopened`).
 * The caller holds the lock on the event's row, and has checked the permission.
 * @param params.before the event before the change, and `changed` after it
 * @param params.isAsked whether the change was one that opens voting
 */
export async function discardIfReopened(
  tx: Db,
  params: { actor: Actor; before: EventRow; changed: EventRow; isAsked: boolean; now?: Clock },
): Promise<EventRow> {
  const { actor, before, changed, isAsked, now = newDate } = params;
  if (!before.votingClosedAt || !isAsked || !opensAgain(changed, now())) return changed;
  const { id: eventId, name: eventName } = changed;
  await tx.delete(results).where(eq(results.eventId, eventId));
  const detail = before.votingClosedAt.toISOString();
  await recordDeed(tx, { actor, deed: 'event.result_discarded', eventId, eventName, detail });
  return updateEvent(tx, eventId, { votingClosedAt: null, revealedAt: null, duelEndsAt: null });
}

/** Whether stars would count now, or later, if the votes were not counted yet. */
function opensAgain(event: EventRow, now: Date): boolean {
  const state = votingState({ ...event, votingClosedAt: null }, now);
  return state === 'open' || state === 'early';
}

/** A result as the target of an action: the event, and whether everybody may read it. */
export function resultTarget(event: EventRow, now: Date): Target {
  return { eventId: event.id, isRevealed: isRevealed(event, now) };
}

/**
 * The result of an event as a file.
 * @throws DomainError access_denied to guests before the reveal, result_none while there is none
 */
export async function readResult(
  db: Db,
  { actor, event, now }: { actor: Person; event: EventRow; now: Date },
): Promise<ResultFile> {
  assertCan(actor, 'result.download', resultTarget(event, now));
  const [result] = await db.select().from(results).where(eq(results.eventId, event.id));
  if (!result) throw new DomainError('result_none');
  const { closedAt, rule, places, ballots, digest } = result;
  return {
    event: { id: event.id, name: event.name },
    closedAt,
    rule,
    places,
    // In a fixed order of fields, which the database does not keep.
    ballots: ballots.map(({ voter, photoIds }) => ({ voter, photoIds })),
    digest,
    changes: await listResultChanges(db, { eventId: event.id }),
  };
}

/** The podium as it was counted, in its order; nothing while there is no result. */
export async function listPodiumPlaces(
  db: Db,
  { id, votingClosedAt }: Pick<EventRow, 'id' | 'votingClosedAt'>,
): Promise<Place[]> {
  // Spares events without a result the query.
  if (!votingClosedAt) return [];
  const [result] = await db
    .select({ places: results.places })
    .from(results)
    .where(eq(results.eventId, id));
  return podiumOf(result?.places.slice(0, TOP_PHOTOS) ?? []);
}

/** The digest of the ballots; null while there is no result. */
export async function readDigest(db: Db, { eventId }: { eventId: number }): Promise<string | null> {
  const [result] = await db
    .select({ digest: results.digest })
    .from(results)
    .where(eq(results.eventId, eventId));
  return result?.digest ?? null;
}

/** What was removed after the count, earliest first; nothing while there is no result. */
export async function listResultChanges(
  db: Db,
  { eventId }: { eventId: number },
): Promise<ResultChange[]> {
  const rows = await db
    .select()
    .from(resultChanges)
    .where(eq(resultChanges.eventId, eventId))
    .orderBy(asc(resultChanges.id));
  return rows.map(({ what, at, photoId }) => ({ what, at, ...(photoId !== null && { photoId }) }));
}

/** A member's receipt (rule `result.receipt`). */
interface Receipt {
  /** The name of their ballot in the result. */
  voter: string;
  /** The result, if there is one, and whether it contains the ballot. */
  result: { digest: string; isByHand: boolean; hasBallot: boolean } | null;
}

/** A member's receipt; null for a member who has given no star. */
export async function readReceipt(
  db: Db,
  { eventId, userId }: { eventId: number; userId: number },
): Promise<Receipt | null> {
  const hasStars = (await db.$count(favorites, eq(favorites.userId, userId))) > 0;
  const [known] = await db
    .select({ key: ballotKeys.key })
    .from(ballotKeys)
    .where(eq(ballotKeys.eventId, eventId));
  if (!known && !hasStars) return null;
  const voter = voterOf(known?.key ?? (await ballotKeyOf(db, eventId)), { eventId, userId });
  const { digest, isByHand, ballots } = results;
  const [result] = await db
    .select({
      digest,
      isByHand,
      hasBallot: sql<boolean>`${ballots} @> ${JSON.stringify([{ voter }])}::jsonb`,
    })
    .from(results)
    .where(eq(results.eventId, eventId));
  return hasStars || result?.hasBallot ? { voter, result: result ?? null } : null;
}
