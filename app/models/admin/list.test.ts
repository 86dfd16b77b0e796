import { expect, test } from 'vitest';
import { pagesAround, readEventsQuery } from './list';

test.each([
  [1, 1, '1'],
  [1, 2, '1 2'],
  [1, 9, '1 2 … 9'],
  [3, 9, '1 2 3 4 … 9'],
  [4, 9, '1 2 3 4 5 … 9'],
  [5, 9, '1 … 4 5 6 … 9'],
  [9, 9, '1 … 8 9'],
  [2, 4, '1 2 3 4'],
])('page %i of %i leads to %s', (page, pages, shown) => {
  expect(
    pagesAround(page, pages)
      .map((one) => one ?? '…')
      .join(' '),
  ).toBe(shown);
});

test('an unknown status shows all events', () => {
  const statusOf = (search: string) => readEventsQuery(new URLSearchParams(search)).status;
  expect(['status=full', 'status=', 'status=Full', ''].map(statusOf)).toEqual([
    'full',
    undefined,
    undefined,
    undefined,
  ]);
});
