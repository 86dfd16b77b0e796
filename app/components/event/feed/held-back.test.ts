import { expect, test } from 'vitest';
import { holdBack, showAll, type FirstPage } from './held-back';

interface Item {
  id: number;
  isOwn: boolean;
}
const page = (
  ids: number[],
  more: string | null = '/more',
  own: number[] = [],
): FirstPage<Item> => ({
  items: ids.map((id) => ({ id, isOwn: own.includes(id) })),
  more,
  order: null,
  count: 20,
});
/** The same items in a guest's order, with how many the list has. */
const look = (order: string, count: number, ...of: Parameters<typeof page>) => ({
  ...page(...of),
  order,
  count,
});
const idsOf = (items: { id: number }[]) => items.map(({ id }) => id);
const hold = (shown: FirstPage<Item>, answer: FirstPage<Item>) => {
  const held = holdBack(showAll(shown), answer);
  return { shown: idsOf(held.shown.items), news: idsOf(held.news), isMore: held.isMore };
};

test('new items wait, and push none off the end of the first page', () => {
  const shown = hold(page([9, 8, 7], '/after-7'), page([11, 10, 9], '/after-9'));
  expect(shown).toEqual({ shown: [9, 8, 7], news: [11, 10], isMore: false });
});

test('deleted items disappear at once, while new items wait', () => {
  const shown = hold(page([9, 8, 7], '/after-7'), page([10, 9, 7], '/after-7'));
  expect(shown).toEqual({ shown: [9, 7], news: [10], isMore: false });
});

test('if there are more new items than a page, only the page is counted', () => {
  const shown = hold(page([9, 8, 7], '/after-7'), page([13, 12, 11], '/after-11'));
  expect(shown).toEqual({ shown: [9, 8, 7], news: [13, 12, 11], isMore: true });
});

test('the first photos of a list, the user’s own, and those after all others are deleted appear at once', () => {
  expect(hold(page([], null), page([1], null)).shown).toEqual([1]);
  expect(hold(page([3, 2]), page([5, 4, 3], '/more', [4])).shown).toEqual([5, 4, 3]);
  expect(hold(page([3, 2], null), page([5, 4], null)).shown).toEqual([5, 4]);
});

test('a second answer is compared with what is shown', () => {
  const first = holdBack(showAll(page([9, 8])), page([10, 9]));
  const second = holdBack(first, page([12, 11]));
  expect(idsOf(second.shown.items)).toEqual([9, 8]);
  expect(idsOf(second.news)).toEqual([12, 11]);
});

test('an answer in another order moves nothing: only what has come since waits', () => {
  const shown = look('a', 20, [5, 17, 3]);
  const same = { shown: [5, 17, 3], news: [], isMore: false };
  expect(hold(shown, look('b', 20, [8, 3, 11]))).toEqual(same);
  expect(hold(shown, look('b', 19, [8, 3, 11]))).toEqual(same);
  expect(hold(shown, look('b', 22, [22, 21, 8]))).toEqual({ ...same, news: [22, 21] });
  expect(hold(shown, look('b', 25, [25, 24, 23]))).toEqual({
    ...same,
    news: [25, 24, 23],
    isMore: true,
  });
  // The user's own photos, and the first photos of a list, appear immediately.
  expect(hold(shown, look('b', 21, [21, 3, 8], '/more', [21])).shown).toEqual([21, 3, 8]);
  expect(hold(look('a', 0, []), look('b', 2, [2, 1])).shown).toEqual([2, 1]);
});

test('what waited in one order still waits when the order changes', () => {
  const first = holdBack(showAll(look('a', 20, [5, 17, 3])), look('a', 21, [21, 5, 17]));
  const second = holdBack(first, look('b', 21, [21, 8, 3]));
  expect(idsOf(second.shown.items)).toEqual([5, 17, 3]);
  expect(idsOf(second.news)).toEqual([21]);
});
