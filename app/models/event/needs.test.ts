import { expect, test } from 'vitest';
import { nearEnd, totalOf } from './needs';

test('the end is near on the last day and on the one before', () => {
  expect([-1, 0, 1, 2].map(nearEnd)).toEqual([null, 'today', 'tomorrow', null]);
});

test('reports, waiting photos, messages and payments count one by one, the rest once each', () => {
  const counts = { reports: 2, waiting: 5, messages: 3, turnedAway: 7, payments: 1, damaged: 4 };
  expect(totalOf(counts, { end: null, isDoorOpen: false, hasReturnLink: false })).toBe(13);
  expect(totalOf(counts, { end: 'today', isDoorOpen: true, hasReturnLink: true })).toBe(16);
});
