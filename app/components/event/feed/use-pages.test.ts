import { expect, test } from 'vitest';
import { joinPages, type Page } from './use-pages';

const page = (ids: number[], more: string | null = '/more'): Page<{ id: number }> => ({
  items: ids.map((id) => ({ id })),
  more,
});
const idsOf = ({ items }: Page<{ id: number }>) => items.map(({ id }) => id);

test('items loaded later stay below a reloaded first page', () => {
  const seen = page([9, 8, 7, 6, 5, 4], '/after-4');
  const joined = joinPages(page([9, 8, 7], '/after-7'), seen);
  expect(idsOf(joined)).toEqual([9, 8, 7, 6, 5, 4]);
  expect(joined.more).toBe('/after-4');
});

test('new items push others off the first page, and those stay', () => {
  const joined = joinPages(page([11, 10, 9], '/after-9'), page([9, 8, 7, 6], '/after-6'));
  expect(idsOf(joined)).toEqual([11, 10, 9, 8, 7, 6]);
});

test('an item that was deleted from the first page disappears', () => {
  const joined = joinPages(page([9, 7, 6], '/after-6'), page([9, 8, 7, 6, 5], '/after-5'));
  expect(idsOf(joined)).toEqual([9, 7, 6, 5]);
});

test('a first page that does not overlap, or is the whole list, stands alone', () => {
  const seen = page([5, 4, 3]);
  expect(joinPages(page([9, 8, 7], '/after-7'), seen)).toEqual(page([9, 8, 7], '/after-7'));
  expect(joinPages(page([5, 4], null), seen)).toEqual(page([5, 4], null));
});
