import { createCipheriv } from 'node:crypto';
import { FEED_ARRANGED_FROM } from './rules';

// The order of a guest's feed and pile (rules `feed.balanced`, `feed.look`): the photos that were seen least come
// first, in another order for each guest.

/** How often an event's photos had been seen at one moment, in steps. It never changes. */
export interface FeedSnapshot {
  number: number;
  eventId: number;
  /** A secret of 16 bytes, so that nobody can compute an order and read the steps off it. */
  salt: Buffer;
  photoIds: readonly number[];
  /** The step of each of these photos; photos that were seen least have the lowest. */
  levels: readonly number[];
}

/** What a guest's order is made of. */
export interface Look {
  snapshot: FeedSnapshot;
  /** The guest's own seed: eight hexadecimal digits. */
  seed: string;
}

/** A photo's rank in an order, even if the photo has been deleted. Lower ranks come first. */
export type RankOf = (photoId: number) => number;

/** How many photos are shown above the photo that a guest returns to. */
const ABOVE = 6;
/** The smallest step, in views. */
const LEAST_STEP = 2;
/** A step's share of the mean number of views. */
const STEP_PART = 0.2;
/** Photos that were seen more often than this many steps are all in the last one. */
const LAST_LEVEL = 1000;
/** Over how many steps chance mixes the photos. */
const BLUR = 4;

/**
 * Puts numbers of views into steps. Where the steps begin is left to chance, so that a single view does not show.
 * @param random returns a number from 0 to below 1
 */
export function levelsOf(views: readonly number[], random: () => number = Math.random): number[] {
  const mean = views.reduce((sum, one) => sum + one, 0) / Math.max(1, views.length);
  const step = Math.max(LEAST_STEP, mean * STEP_PART);
  const offset = random() * step;
  return views.map((one) => Math.min(LAST_LEVEL, Math.floor((one + offset) / step)));
}

/** Whether there were enough photos for a balanced order. With fewer, a guest sees all of them on one page. */
export function isBalanced({ photoIds }: FeedSnapshot): boolean {
  return photoIds.length >= FEED_ARRANGED_FROM;
}

/**
 * The order of a guest's feed: what has come since the snapshot, the newest first, and then the photos that were
 * seen least. With few photos all of them are in the order of their arrival, the newest first.
 */
export function feedRank({ snapshot, seed }: Look): RankOf {
  if (!isBalanced(snapshot)) return newestFirst;
  const { photoIds, levels, salt } = snapshot;
  const chances = chancesOf({ salt, seed }, photoIds.length);
  const keys = photoIds.map((_, index) => (levels[index] ?? 0) + BLUR * (chances[index] ?? 0));
  const order = [...photoIds.keys()].sort((one, other) => (keys[one] ?? 0) - (keys[other] ?? 0));
  const ranks = new Map(order.map((index, rank) => [photoIds[index], rank]));
  return (photoId) => ranks.get(photoId) ?? newestFirst(photoId);
}

/** The order of a guest's pile: the feed's, or with few photos the evening's, the earliest first. */
export function pileRank(look: Look): RankOf {
  return isBalanced(look.snapshot) ? feedRank(look) : (photoId) => photoId;
}

const newestFirst: RankOf = (photoId) => -photoId;

/** Sorts photos by rank. */
export function inOrder(photoIds: readonly number[], rankOf: RankOf): number[] {
  return photoIds
    .map((id) => ({ id, rank: rankOf(id) }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ id }) => id);
}

/**
 * The photos of a sorted list that come after a place.
 * @param place the id of the photo before them, which may have been deleted
 */
function followingOf(list: readonly number[], rankOf: RankOf, place: number): number[] {
  const rank = rankOf(place);
  const first = list.findIndex((id) => rankOf(id) > rank);
  return first < 0 ? [] : list.slice(first);
}

/** A part of a sorted list. */
interface ListPart {
  /** The ids of its photos. */
  ids: number[];
  /** Whether there are photos before it. */
  hasBefore: boolean;
  /** How many photos come after it. */
  following: number;
}

/**
 * A page of a sorted list: its beginning, what follows a photo, or the page with a photo.
 * @param page.after the id of the photo before the page, which may have been deleted
 * @param page.at a photo on the page; the first page if it is not in the list
 */
export function pageIn(
  list: readonly number[],
  rankOf: RankOf,
  { after, at, limit }: { after?: number; at?: number; limit: number },
): ListPart {
  const start =
    after === undefined
      ? startFor(at === undefined ? -1 : list.indexOf(at), limit)
      : list.length - followingOf(list, rankOf, after).length;
  const end = start + limit;
  return {
    ids: list.slice(start, end),
    hasBefore: start > 0,
    following: Math.max(0, list.length - end),
  };
}

/** Where a page with the photo at this index begins. A photo that is on the first page is shown there. */
function startFor(index: number, limit: number): number {
  return index < limit ? 0 : index - ABOVE;
}

/** As many numbers from 0 to below 1, always the same for the same salt and seed. */
function chancesOf({ salt, seed }: { salt: Buffer; seed: string }, count: number): number[] {
  // A key stream is a fast and secret source of randomness. The seed comes first: the last bytes are its counter.
  const start = Buffer.alloc(16);
  start.write(seed, 'hex');
  const bytes = createCipheriv('aes-128-ctr', salt, start).update(Buffer.alloc(4 * count));
  return Array.from({ length: count }, (_, index) => bytes.readUInt32LE(4 * index) / 2 ** 32);
}
