import { feedRank, inOrder, levelsOf, type FeedSnapshot } from '~/models/photo/balance.server';

/** An evening to play: when photos and guests come, in seconds. */
export interface Evening {
  photosAt: number[];
  guestsAt: number[];
  /** How many photos each guest looks at. */
  looks: number;
}

/** The order in which guests see the photos. */
export type Order = 'newest' | 'chance' | 'balanced';

/** A guest looks at a photo for so long. */
const TICK_S = 6;
/** A snapshot is used for so long (snapshots.server.ts). */
const FRESH_S = 30;
/** The phone sends what was seen after so long at most. */
const SENT_S = 12;

/**
 * Plays an evening.
 * @returns how many guests have seen each photo
 */
export function playEvening({ photosAt, guestsAt, looks }: Evening, order: Order): number[] {
  const views = photosAt.map(() => 0);
  const waiting: { until: number; photo: number }[] = [];
  const looking: number[][] = [];
  let snapshot: { at: number; taken: FeedSnapshot } | undefined;
  let guest = 0;
  const end = Math.max(...guestsAt) + looks * TICK_S + SENT_S;
  for (let now = 0; now <= end; now += TICK_S) {
    while (waiting[0] && waiting[0].until <= now) add(views, waiting.shift()?.photo ?? 0);
    while ((guestsAt[guest] ?? Infinity) <= now) {
      const visible = photosAt.flatMap((at, photo) => (at <= now ? [photo] : []));
      if (!snapshot || now - snapshot.at >= FRESH_S) {
        const counted =
          order === 'chance' ? visible.map(() => 0) : visible.map((id) => views[id] ?? 0);
        snapshot = { at: now, taken: snapshotOf(visible, counted) };
      }
      const seed = Math.floor(Math.random() * 2 ** 32)
        .toString(16)
        .padStart(8, '0');
      const rankOf =
        order === 'newest' ? (id: number) => -id : feedRank({ snapshot: snapshot.taken, seed });
      looking.push(inOrder(visible, rankOf).slice(0, looks));
      guest += 1;
    }
    for (const list of looking) {
      const photo = list.shift();
      if (photo !== undefined) waiting.push({ until: now + SENT_S, photo });
    }
  }
  for (const { photo } of waiting) add(views, photo);
  return views;
}

function snapshotOf(photoIds: number[], views: number[]): FeedSnapshot {
  const salt = Buffer.from(Array.from({ length: 16 }, () => Math.floor(Math.random() * 256)));
  return { number: 1, eventId: 1, salt, photoIds, levels: levelsOf(views) };
}

function add(views: number[], photo: number): void {
  views[photo] = (views[photo] ?? 0) + 1;
}

/** How evenly views are spread. */
export interface Spread {
  least: number;
  middle: number;
  most: number;
  /** The standard deviation's part of the mean. */
  variation: number;
  /** 0 if all are equal, near 1 if one has everything. */
  gini: number;
}

export function spreadOf(views: readonly number[]): Spread {
  const sorted = [...views].sort((one, other) => one - other);
  const sum = sorted.reduce((all, one) => all + one, 0);
  const mean = sum / sorted.length;
  const squares = sorted.reduce((all, one) => all + (one - mean) ** 2, 0);
  const weighted = sorted.reduce((all, one, index) => all + (index + 1) * one, 0);
  return {
    least: sorted[0] ?? 0,
    middle: sorted[Math.floor(sorted.length / 2)] ?? 0,
    most: sorted.at(-1) ?? 0,
    variation: Math.sqrt(squares / sorted.length) / mean,
    gini: (2 * weighted) / (sorted.length * sum) - (sorted.length + 1) / sorted.length,
  };
}
