import { placesOf, STARS_ON_BALLOT } from './count.mjs';
import type { VotingState } from './voting';

/** Stars per participant, and photos in the ranking (rules `stars.number`, `ranking.order`). */
export const FAVORITES_MAX = STARS_ON_BALLOT;
export const TOP_PHOTOS = 10;

/** The first of a member's numbered stars that is not spent; null when all are (rule `stars.number`). */
export function freeStar(spent: readonly number[]): number | null {
  const all = Array.from({ length: FAVORITES_MAX }, (_, index) => index + 1);
  return all.find((number) => !spent.includes(number)) ?? null;
}

/** Places of the podium. */
export const PODIUM_STEPS = 3;

/**
 * Adds the place to each row: photos with equal stars share a place, and the next one is skipped (1, 2, 2, 4;
 * rule `ranking.places`).
 */
export function withPlaces<T extends { favoriteCount: number }>(
  rows: readonly T[],
): (T & { place: number })[] {
  const places = placesOf(rows.map(({ favoriteCount }) => favoriteCount));
  return rows.map((row, index) => ({ ...row, place: places[index] ?? 1 }));
}

/** A place on the podium. */
export type PodiumPlace = 1 | 2 | 3;

/**
 * The photos in the first three places, including all that share one (rule `ranking.podium`).
 * @param placed the whole ranking
 */
export function podiumOf<T extends { place: number }>(placed: readonly T[]): T[] {
  return placed.filter(({ place }) => place <= PODIUM_STEPS);
}

/**
 * The places on the podium of photos that are gone or hidden since the votes were counted.
 * @param counted the podium as it was counted
 */
export function gonePlaces(
  counted: readonly { photoId: number; place: number }[],
  rows: readonly { id: number }[],
): number[] {
  const there = new Set(rows.map(({ id }) => id));
  return counted.filter(({ photoId }) => !there.has(photoId)).map(({ place }) => place);
}

/** A user's photos on the podium, with their places (rule `notices.podium`). */
export function standingsOf(
  rows: readonly { id: number; userId: number; place: number }[],
  userId: number | null,
): { places: ReadonlyMap<number, PodiumPlace>; onPodium: number[] } {
  const own = podiumOf(rows).filter((row) => row.userId === userId);
  return {
    places: new Map(own.map(({ id, place }) => [id, place as PodiumPlace])),
    onPodium: own.map(({ id }) => id),
  };
}

/**
 * What the line above the feed's prints says: that voting is off, to add the first photo, or to give stars. Before the
 * opening it only reserves the space for that, so that no print moves when voting opens.
 */
export type FeedLine = 'voting-off' | 'first-photo' | 'stars' | 'early';

/**
 * The line above the feed's prints; null if there is none (rule `feed.line`). The times of voting have a line of
 * their own (rule `voting.line`).
 * @param given the number of stars that the reader has given: the first one has shown how it is done
 */
export function feedLine({
  isOver,
  voting,
  isEmpty,
  given,
}: {
  isOver: boolean;
  voting: VotingState;
  isEmpty: boolean;
  given: number;
}): FeedLine | null {
  if (isOver) return null;
  if (voting === 'off') return 'voting-off';
  if (isEmpty) return 'first-photo';
  if (given > 0 || voting === 'closed') return null;
  return voting === 'early' ? 'early' : 'stars';
}
