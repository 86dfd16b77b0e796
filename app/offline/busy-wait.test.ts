import { expect, it } from 'vitest';
import { waitBeforeNext } from './busy-wait';

it('waits as long as is asked, then twice as long each time, up to a minute', () => {
  const waits = [1, 2, 3, 4, 5, 6].map((tries) => waitBeforeNext(tries, 5, 0));
  expect(waits).toEqual([5000, 10_000, 20_000, 40_000, 60_000, 60_000]);
});

it('spreads those who come back', () => {
  expect(waitBeforeNext(1, 5, 0.5)).toBe(6250);
  expect(waitBeforeNext(1, 0, 0)).toBe(1000);
});

it('gives up after about ten minutes, and where nobody says to come back', () => {
  const waits = Array.from({ length: 20 }, (_, index) => waitBeforeNext(index + 1, 5, 0));
  const before = waits.indexOf(null);
  const all = waits.slice(0, before).reduce<number>((sum, wait) => sum + (wait ?? 0), 0);
  expect(all).toBeGreaterThan(8 * 60_000);
  expect(all).toBeLessThan(12 * 60_000);
  expect(waits.slice(before).every((wait) => wait === null)).toBe(true);
  expect(waitBeforeNext(1, Number.NaN)).toBeNull();
});
