import { CARDS_EACH } from './rules';

/** What dealing must know about a member: the missions of their cards, and whether each is open or was put back. */
export interface Receiver {
  userId: number;
  cards: readonly { missionId: number | null; isOpen: boolean; isSwapped: boolean }[];
}

/** Whether a member is to get a card: none is open, and they have not had all (rule `missions.cards`). */
function isCardDue({ cards }: Pick<Receiver, 'cards'>): boolean {
  const kept = cards.filter(({ isSwapped }) => !isSwapped);
  return kept.length < CARDS_EACH && !kept.some(({ isOpen }) => isOpen);
}

/**
 * Chooses the cards that are due, for one member after the other: the mission that the fewest cards have, in the
 * organizer's order, and none that the member had. Two cards in a row only have the same one if there is no other
 * (rule `missions.neighbours`).
 * @param params.missionIds the enabled missions, in the organizer's order
 * @param params.dealt how many cards each mission has
 * @param params.last the mission of the event's last card, if there is one
 */
export function chooseCards({
  missionIds,
  dealt,
  last,
  receivers,
}: {
  missionIds: readonly number[];
  dealt: ReadonlyMap<number, number>;
  last: number | null;
  receivers: readonly Receiver[];
}): { userId: number; missionId: number }[] {
  const counts = new Map(dealt);
  const countOf = (missionId: number) => counts.get(missionId) ?? 0;
  let before = last;
  return receivers.filter(isCardDue).flatMap(({ userId, cards }) => {
    const had = new Set(cards.map(({ missionId }) => missionId));
    const possible = missionIds.filter((missionId) => !had.has(missionId));
    const others = possible.filter((missionId) => missionId !== before);
    const choice = others.length > 0 ? others : possible;
    const least = Math.min(...choice.map(countOf));
    const missionId = choice.find((id) => countOf(id) === least);
    if (missionId === undefined) return [];
    counts.set(missionId, least + 1);
    before = missionId;
    return [{ userId, missionId }];
  });
}
