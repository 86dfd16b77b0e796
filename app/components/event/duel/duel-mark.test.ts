import { expect, test } from 'vitest';
import { duelMark } from './duel-mark';

test.each([
  [600_000, null],
  [300_000, { unit: 'minutes', count: 5 }],
  [120_001, { unit: 'minutes', count: 5 }],
  [60_000, { unit: 'minutes', count: 1 }],
  [30_000, { unit: 'seconds', count: 30 }],
  [1, { unit: 'seconds', count: 10 }],
  [0, null],
])('with %i ms left the mark is %j', (left, mark) => {
  expect(duelMark(left)).toEqual(mark);
});
