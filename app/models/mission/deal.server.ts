import { and, asc, count, desc, eq } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { insertRows } from '~db/many.server';
import { missionCards, missions, users } from '~db/schema';
import { chooseCards, type Receiver } from './deal';

/**
 * Deals the cards that are due in an event (rule `missions.cards`). Each write that makes cards due calls it: joining,
 * a photo with a mission, a swap, and changes to the missions. So reading a card writes nothing. The caller has locked
 * the event, shared or exclusively.
 * @param params.userId the one member whose card may be due; all members without it
 */
export async function dealDueCards(
  tx: Db,
  { eventId, userId }: { eventId: number; userId?: number },
): Promise<void> {
  // Members whose photos arrive at once share the event's lock. This one makes each see the other's card. All lock in
  // the same order, so that they cannot deadlock.
  const enabled = await tx
    .select({ id: missions.id, position: missions.position })
    .from(missions)
    .where(and(eq(missions.eventId, eventId), eq(missions.isEnabled, true)))
    .orderBy(asc(missions.id))
    .for('no key update');
  // Most events have no missions.
  if (enabled.length === 0) return;
  const ordered = enabled.toSorted((one, other) => one.position - other.position);
  const chosen = chooseCards({
    missionIds: ordered.map(({ id }) => id),
    ...(await readDealt(tx, eventId)),
    receivers: await readReceivers(tx, { eventId, userId }),
  });
  await insertRows(tx, missionCards, chosen);
}

/** How many cards each mission of the event has, and which the last one has. */
async function readDealt(tx: Db, eventId: number) {
  const isOfEvent = eq(missions.eventId, eventId);
  const counts = await tx
    .select({ missionId: missions.id, cards: count() })
    .from(missionCards)
    .innerJoin(missions, eq(missions.id, missionCards.missionId))
    .where(isOfEvent)
    .groupBy(missions.id);
  const [newest] = await tx
    .select({ missionId: missions.id })
    .from(missionCards)
    .innerJoin(missions, eq(missions.id, missionCards.missionId))
    .where(isOfEvent)
    .orderBy(desc(missionCards.id))
    .limit(1);
  return {
    dealt: new Map(counts.map(({ missionId, cards }) => [missionId, cards])),
    last: newest?.missionId ?? null,
  };
}

/** The members and their cards, in the order in which they joined. */
async function readReceivers(
  tx: Db,
  { eventId, userId }: { eventId: number; userId?: number },
): Promise<Receiver[]> {
  const isOne = userId === undefined ? undefined : eq(users.id, userId);
  const rows = await tx
    .select({ userId: users.id, card: missionCards })
    .from(users)
    .leftJoin(missionCards, eq(missionCards.userId, users.id))
    .where(and(eq(users.eventId, eventId), isOne))
    .orderBy(asc(users.id));
  const cardsOf = new Map<number, Receiver['cards'][number][]>();
  for (const row of rows) {
    const cards = cardsOf.get(row.userId) ?? [];
    cardsOf.set(row.userId, cards);
    if (!row.card) continue;
    const { missionId, doneAt, swappedAt } = row.card;
    const isSwapped = swappedAt !== null;
    cards.push({ missionId, isSwapped, isOpen: doneAt === null && !isSwapped });
  }
  return [...cardsOf].map(([id, cards]) => ({ userId: id, cards }));
}
