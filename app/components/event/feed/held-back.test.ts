import { expect, test } from 'vitest';
import type { Page } from './use-pages';
import { holdBack, showAll } from './held-back';

const page = (ids: number[], more: string | null = '/more', own: number[] = []) => ({
  items: ids.map((id) => ({ id, isOwn: own.includes(id) })),
  more,
});
const idsOf = (items: { id: number }[]) => items.map(({ id }) => id);
const hold = (shown: Page<{ id: number; isOwn: boolean }>, answer: typeof shown) => {
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
