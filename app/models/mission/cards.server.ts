import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { events, missionCards, missions } from '~db/schema';
import type { Language } from '~/i18n/languages';
import { assertCan, type Person } from '../access';
import { DomainError } from '../errors';
import { lockMember } from '../user/lock.server';
import { dealDueCards } from './deal.server';
import { FLASH_MINUTES } from './flash';
import { missionText } from './sets.server';
import { findByCode } from './printed.server';
import { CARDS_EACH, type Hand, type MissionKey, type MissionTag } from './rules';

// A member's secret cards (rule `missions.cards`).

/** Matches the open card of a member. */
const isOpenOf = (userId: number) =>
  and(eq(missionCards.userId, userId), isNull(missionCards.doneAt), isNull(missionCards.swappedAt));

/**
 * A member's cards, oldest first, without those they put back.
 * @throws DomainError access_denied for a visitor
 */
export async function readHand(
  db: Db,
  { actor, language }: { actor: Person; language: Language },
): Promise<Hand> {
  const { eventId } = actor;
  assertCan(actor, 'mission.draw', { eventId });
  const rows = await listCards(db, { userId: actor.userId ?? 0 });
  return handOf(rows, language, await hasOther(db, eventId, rows));
}

/** Whether a member has an open card. */
export async function hasOpenCard(db: Db, { userId }: { userId: number }): Promise<boolean> {
  return (await db.$count(missionCards, isOpenOf(userId))) > 0;
}

/** A member's open card, which is shown to nobody else; null without one. */
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
 * Puts a member's open card back for another one, once in an event. They have to take the new one, whatever it is.
 * @throws DomainError access_denied for a visitor; card_stays without an open card, after the swap, or while there is
 *   no other mission; authentication_required when the member is gone, event_closed
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
      throw new DomainError('card_stays');
    }
    await tx
      .update(missionCards)
      .set({ swappedAt: sql`now()` })
      .where(eq(missionCards.id, open.id));
    await dealDueCards(tx, { eventId: actor.eventId, userId });
    const rows = await listCards(tx, { userId });
    return handOf(rows, language, await hasOther(tx, actor.eventId, rows));
  });
}

/**
 * Plays a member's open card with a new photo, and deals them the next one. A photo may also be for the flash mission
 * or for that of a printed card; it plays the open card if that has the same mission. The caller has locked event and
 * member.
 * @returns the mission that the photo carries; null if that card is not theirs, or no longer, if the printed card opens
 *   no mission, or if the flash mission is over: the photo counts anyway (rules `missions.photo`, `missions.printed`)
 */
export async function playCard(
  tx: Db,
  { userId, eventId, mission }: { userId: number; eventId: number; mission?: MissionKey },
): Promise<number | null> {
  const isPrinted = typeof mission === 'string';
  const missionId = isPrinted ? (await findByCode(tx, { eventId, code: mission }))?.id : mission;
  if (missionId === undefined) return null;
  const [played] = await tx
    .update(missionCards)
    .set({ doneAt: sql`now()` })
    .where(and(isOpenOf(userId), sql`${missionCards.missionId} = ${missionId}`))
    .returning({ missionId: missionCards.missionId });
  if (!played) {
    return isPrinted || (await isFlash(tx, { eventId, missionId })) ? missionId : null;
  }
  await dealDueCards(tx, { eventId, userId });
  return played.missionId;
}

/** Whether any number of photos may be for a mission: one on a printed card, or the flash mission that runs. */
export async function isForMany(
  db: Db,
  { eventId, mission }: { eventId: number; mission: MissionKey },
): Promise<boolean> {
  return typeof mission === 'string' || isFlash(db, { eventId, missionId: mission });
}

/** Whether a mission is the flash mission that runs now. The caller has made sure that the event runs. */
async function isFlash(
  tx: Db,
  { eventId, missionId }: { eventId: number; missionId: number },
): Promise<boolean> {
  const runs = and(
    eq(events.id, eventId),
    sql`${events.flashMissionId} = ${missionId}`,
    gt(events.flashedAt, sql`now() - make_interval(mins => ${FLASH_MINUTES})`),
  );
  return (await tx.$count(events, runs)) > 0;
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
