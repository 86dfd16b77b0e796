import { expect, test } from 'vitest';
import { feedRank, inOrder, levelsOf, pageIn, pileRank, type FeedSnapshot } from './balance.server';
import { FEED_ARRANGED_FROM } from './rules';

const idsTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const seedOf = (number: number) => number.toString(16).padStart(8, '0');

function snapshotOf(levels: readonly number[], salt = 7): FeedSnapshot {
  const photoIds = idsTo(levels.length);
  return { number: 1, eventId: 1, salt: Buffer.alloc(16, salt), photoIds, levels };
}
const level = (count: number) => Array.from({ length: count }, () => 0);

function orderOf(snapshot: FeedSnapshot, seed: number, visible = snapshot.photoIds) {
  return inOrder(visible, feedRank({ snapshot, seed: seedOf(seed) }));
}

test('an order has every photo once, is always the same for a guest, and another one for others', () => {
  const snapshot = snapshotOf(level(50));
  const order = orderOf(snapshot, 1);
  expect([...order].sort((a, b) => a - b)).toEqual(idsTo(50));
  expect(orderOf(snapshot, 1)).toEqual(order);
  expect(orderOf(snapshot, 2)).not.toEqual(order);
  // Nobody can compute it without the snapshot's secret.
  expect(orderOf(snapshotOf(level(50), 8), 1)).not.toEqual(order);
});

test('photos that were seen equally often have the same chance of every place', () => {
  const [count, guests] = [20, 4000];
  const snapshot = snapshotOf(level(count));
  const places = snapshot.photoIds.map(() => level(count));
  for (let guest = 0; guest < guests; guest++) {
    for (const [place, id] of orderOf(snapshot, guest).entries()) {
      const row = places[id - 1] ?? [];
      row[place] = (row[place] ?? 0) + 1;
    }
  }
  const expected = guests / count;
  const squares = places.flat().map((times) => (times - expected) ** 2 / expected);
  // Chi-squared with 361 degrees of freedom: 27 is its standard deviation.
  expect(squares.reduce((sum, one) => sum + one)).toBeLessThan(361 + 4 * 27);
});

test('photos that were seen least come first', () => {
  const levels = [...level(10).map(() => 8), ...level(10).map(() => 4), ...level(10)];
  for (let guest = 0; guest < 50; guest++) {
    const order = orderOf(snapshotOf(levels), guest);
    expect(order.slice(0, 10).every((id) => id > 20)).toBe(true);
    expect(order.slice(20).every((id) => id <= 10)).toBe(true);
  }
});

test('steps follow the views, but not one by one', () => {
  const offsets = Array.from({ length: 100 }, (_, index) => index / 100);
  for (const offset of offsets) {
    const levels = levelsOf([0, 5, 10, 20, 40], () => offset);
    expect([...levels].sort((a, b) => a - b)).toEqual(levels);
    expect(levels.at(-1)).toBeGreaterThan(levels[0] ?? 0);
  }
  const differs = ([a, b]: number[]) => a !== b;
  // Whether a single view moves a photo is a matter of chance, and the rarer the more views there are.
  const moved = (views: number) =>
    offsets.filter((offset) => differs(levelsOf([views, views + 1], () => offset))).length;
  expect([moved(0), moved(20), moved(100)]).toEqual([50, 25, 5]);
  expect(levelsOf([])).toEqual([]);
  expect(Math.max(...levelsOf([...level(999), 1_000_000]))).toBeLessThan(32_768);
});

test('what came since is on top, the newest first', () => {
  const snapshot = snapshotOf(level(20));
  const order = orderOf(snapshot, 5);
  expect(orderOf(snapshot, 5, [...idsTo(20), 31, 30, 44])).toEqual([44, 31, 30, ...order]);
  expect(orderOf(snapshot, 5, idsTo(20).slice(3))).toEqual(order.filter((id) => id > 3));
});

test('few photos are in the order of their arrival, in the pile from the first on', () => {
  const few = snapshotOf(level(FEED_ARRANGED_FROM - 1));
  const look = { snapshot: few, seed: seedOf(3) };
  expect(inOrder([1, 2, 3, 30], feedRank(look))).toEqual([30, 3, 2, 1]);
  expect(inOrder([30, 2, 3, 1], pileRank(look))).toEqual([1, 2, 3, 30]);
  const many = { snapshot: snapshotOf(level(FEED_ARRANGED_FROM)), seed: seedOf(3) };
  const ids = idsTo(FEED_ARRANGED_FROM);
  expect(inOrder(ids, pileRank(many))).toEqual(inOrder(ids, feedRank(many)));
});

test('pages have no gaps and no duplicates while photos come and go', () => {
  const snapshot = snapshotOf(level(30));
  const rankOf = feedRank({ snapshot, seed: seedOf(9) });
  const order = orderOf(snapshot, 9);
  const page = (visible: number[], after?: number) =>
    pageIn(inOrder(visible, rankOf), rankOf, { after, limit: 12 });

  const first = page(idsTo(30));
  expect(first).toEqual({ ids: order.slice(0, 12), hasBefore: false, following: 18 });
  // The last photo of the page is deleted, and three come.
  const last = order[11] ?? 0;
  const left = [...idsTo(30).filter((id) => id !== last), 40, 41, 42];
  const second = page(left, last);
  expect(second).toEqual({ ids: order.slice(12, 24), hasBefore: true, following: 6 });
  expect(page(left, second.ids.at(-1)).ids).toEqual(order.slice(24));
  expect(page(left, order.at(-1)).ids).toEqual([]);
  // After a new one that is gone.
  expect(page([...left, 43], 42).ids.slice(0, 3)).toEqual([41, 40, order[0]]);
});

test('the page with a photo begins a little above it, or is the first', () => {
  const snapshot = snapshotOf(level(30));
  const rankOf = feedRank({ snapshot, seed: seedOf(9) });
  const order = orderOf(snapshot, 9);
  const at = (photoId?: number) => pageIn(order, rankOf, { at: photoId, limit: 12 }).ids;
  expect(at(order[11])).toEqual(order.slice(0, 12));
  expect(at(order[12])).toEqual(order.slice(6, 18));
  expect(at(999)).toEqual(order.slice(0, 12));
});

/** How often each of the photos is seen if so many guests look at the first thirty, one after the other. */
function viewsAfter(guests: number, { every }: { every: number }): number[] {
  const views = level(200);
  let snapshot = snapshotOf(level(200));
  for (let guest = 0; guest < guests; guest++) {
    if (guest % every === 0) {
      // Any fixed offset will do: a test that draws one could fail by chance.
      const levels = levelsOf(views, () => (guest % 7) / 7);
      snapshot = snapshotOf(levels, guest % 251);
    }
    for (const id of orderOf(snapshot, guest).slice(0, 30))
      views[id - 1] = (views[id - 1] ?? 0) + 1;
  }
  return views;
}

test('after an evening all photos have been seen about equally often', () => {
  const views = viewsAfter(300, { every: 5 });
  expect(views.reduce((sum, one) => sum + one)).toBe(300 * 30);
  expect(Math.min(...views)).toBeGreaterThan(45 - 10);
  expect(Math.max(...views)).toBeLessThan(45 + 10);
});
