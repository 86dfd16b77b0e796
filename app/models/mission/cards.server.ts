import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { missionCards, missions } from '~db/schema';
import type { Language } from '~/i18n/languages';
import { assertCan, type Person } from '../access';
import { DomainError } from '../errors';
import { isExpired } from '../event/rules';
import type { EventRow } from '../event/read.server';
import { lockMember } from '../user/lock.server';
import { missionText } from './sets.server';
import { CARDS_EACH, type Hand, type MissionTag } from './rules';

// A member's secret cards (rule `missions.cards`).

/** Matches the open card of a member. */
const isOpenOf = (userId: number) =>
  and(eq(missionCards.userId, userId), isNull(missionCards.doneAt), isNull(missionCards.swappedAt));

/**
 * A member's cards, oldest first, without those they put back. If none is open and one is due, it is dealt.
 * @throws DomainError access_denied for a visitor, authentication_required when the member is gone
 */
export async function readHand(
  db: Db,
  { actor, event, language }: { actor: Person; event: EventRow; language: Language },
): Promise<Hand> {
  assertCan(actor, 'mission.draw', { eventId: event.id });
  const userId = actor.userId ?? 0;
  const before = await listCards(db, { userId });
  const isDue = !isExpired(event, actor.today) && isCardDue(before);
  const rows = isDue ? await deal(db, actor) : before;
  return handOf(rows, language, await hasOther(db, event.id, rows));
}

/** Whether a member has an open card, or would be dealt one. Deals none. */
export async function hasCard(
  db: Db,
  { actor, event }: { actor: Person; event: EventRow },
): Promise<boolean> {
  if (actor.userId === null) return false;
  const rows = await listCards(db, { userId: actor.userId });
  return rows.some(isOpen) || (isCardDue(rows) && (await hasOther(db, event.id, rows)));
}

/** A member's open card, which nobody else is told; null without one. Deals none. */
export async function readOpenCard(
  db: Db,
  { userId, language }: { userId: number; language: Language },
): Promise<MissionTag | null> {
  const [mission] = await db
    .select({ id: missions.id, text: missions.text, set: missions.set, number: missions.number })
    .from(missionCards)
    .innerJoin(missions, eq(missions.id, missionCards.missionId))
    .where(isOpenOf(userId));
  return mission ? { id: mission.id, text: missionText(mission, language) } : null;
}

/**
 * Puts a member's open card back for another one, once in an event. They get the new one, whatever it is.
 * @throws DomainError access_denied for a visitor, without an open card, after the swap, or while there is no other
 *   mission; authentication_required when the member is gone, event_closed
 */
export async function swapCard(
  db: Db,
  { actor, language }: { actor: Person; language: Language },
): Promise<Hand> {
  assertCan(actor, 'mission.draw', { eventId: actor.eventId });
  return db.transaction(async (tx) => {
    const { userId } = await lockMember(tx, actor, 'update');
    const before = await listCards(tx, { userId });
    const open = before.find(isOpen);
    const isFree = !before.some(({ swappedAt }) => swappedAt !== null);
    if (!open || !isFree || !(await hasOther(tx, actor.eventId, before))) {
      throw new DomainError('access_denied');
    }
    await tx
      .update(missionCards)
      .set({ swappedAt: sql`now()` })
      .where(eq(missionCards.id, open.id));
    await dealOne(tx, { userId, eventId: actor.eventId });
    const rows = await listCards(tx, { userId });
    return handOf(rows, language, await hasOther(tx, actor.eventId, rows));
  });
}

/**
 * Plays a member's open card with a new photo. The caller has locked the member.
 * @returns the mission that the photo carries; null if that card is not theirs, or no longer: the photo counts
 *   all the same (rule `missions.photo`)
 */
export async function playCard(
  tx: Db,
  { userId, missionId }: { userId: number; missionId: number | null | undefined },
): Promise<number | null> {
  if (missionId == null) return null;
  const [played] = await tx
    .update(missionCards)
    .set({ doneAt: sql`now()` })
    .where(and(isOpenOf(userId), sql`${missionCards.missionId} = ${missionId}`))
    .returning({ missionId: missionCards.missionId });
  return played?.missionId ?? null;
}

/** All cards that a member was dealt, oldest first, with their missions. */
export function listCards(db: Db, { userId }: { userId: number }) {
  return db
    .select({
      id: missionCards.id,
      missionId: missionCards.missionId,
      createdAt: missionCards.createdAt,
      doneAt: missionCards.doneAt,
      swappedAt: missionCards.swappedAt,
      text: missions.text,
      set: missions.set,
      number: missions.number,
    })
    .from(missionCards)
    .leftJoin(missions, eq(missions.id, missionCards.missionId))
    .where(eq(missionCards.userId, userId))
    .orderBy(asc(missionCards.id));
}

/** A member's cards for their own data, those they put back included. */
export async function listOwnCards(
  db: Db,
  { userId, language }: { userId: number; language: Language },
) {
  const rows = await listCards(db, { userId });
  return rows.map(({ createdAt, doneAt, swappedAt, missionId, ...mission }) => ({
    mission: missionId === null ? null : missionText(mission, language),
    dealtAt: createdAt,
    doneAt,
    swappedAt,
  }));
}

type CardRow = Awaited<ReturnType<typeof listCards>>[number];

const isOpen = ({ doneAt, swappedAt }: CardRow) => doneAt === null && swappedAt === null;

function isCardDue(rows: readonly CardRow[]): boolean {
  const kept = rows.filter(({ swappedAt }) => swappedAt === null);
  return kept.length < CARDS_EACH && !kept.some(isOpen);
}

/** Deals a member the card that is due, unless another request has just done so. */
async function deal(db: Db, actor: Person): Promise<CardRow[]> {
  const { eventId } = actor;
  // Most events have no missions: nothing is locked for them.
  if (!(await hasOther(db, eventId, []))) return listCards(db, { userId: actor.userId ?? 0 });
  return db.transaction(async (tx) => {
    const { userId } = await lockMember(tx, actor, 'update');
    const before = await listCards(tx, { userId });
    if (!isCardDue(before)) return before;
    await dealOne(tx, { userId, eventId });
    return listCards(tx, { userId });
  });
}

/**
 * Deals the enabled mission that the fewest cards have, in the organizer's order, and none that the member had. Two
 * cards in a row only have the same one if there is no other (rule `missions.neighbours`). The lock makes two
 * deals at once see each other's.
 */
async function dealOne(
  tx: Db,
  { userId, eventId }: { userId: number; eventId: number },
): Promise<void> {
  const isDealt = and(eq(missions.eventId, eventId), eq(missions.isEnabled, true));
  await tx.select({ id: missions.id }).from(missions).where(isDealt).for('no key update');
  const [last] = await tx
    .select({ missionId: missionCards.missionId })
    .from(missionCards)
    .innerJoin(missions, eq(missions.id, missionCards.missionId))
    .where(eq(missions.eventId, eventId))
    .orderBy(desc(missionCards.id))
    .limit(1);
  const isLast = sql`(${missions.id} = ${last?.missionId ?? 0})`;
  const dealt = tx.$count(missionCards, eq(missionCards.missionId, missions.id));
  const [next] = await tx
    .select({ id: missions.id })
    .from(missions)
    .where(and(isDealt, isNotHad(userId)))
    .orderBy(isLast, dealt, asc(missions.position), asc(missions.id))
    .limit(1);
  if (next) await tx.insert(missionCards).values({ userId, missionId: next.id });
}

const isNotHad = (userId: number) =>
  sql`not exists (
    select from ${missionCards}
    where ${missionCards.userId} = ${userId} and ${missionCards.missionId} = ${missions.id}
  )`;

/** Whether the event has an enabled mission that is on none of these cards. */
async function hasOther(
  db: Db,
  eventId: number,
  rows: readonly { missionId: number | null }[],
): Promise<boolean> {
  const had = new Set(rows.map(({ missionId }) => missionId));
  const some = await db
    .select({ id: missions.id })
    .from(missions)
    .where(and(eq(missions.eventId, eventId), eq(missions.isEnabled, true)))
    .limit(had.size + 1);
  return some.some(({ id }) => !had.has(id));
}

/** @param hasMore whether there is a mission that the member has not had */
function handOf(rows: readonly CardRow[], language: Language, hasMore: boolean): Hand {
  const kept = rows.filter(({ swappedAt }) => swappedAt === null);
  return {
    cards: kept.map((card) => ({
      missionId: card.missionId,
      text: card.missionId === null ? null : missionText(card, language),
      doneAt: card.doneAt,
    })),
    canSwap: hasMore && kept.some(isOpen) && kept.length === rows.length,
    left: hasMore ? Math.max(0, CARDS_EACH - kept.length) : 0,
  };
}
