import { expect, it } from 'vitest';
import { waitBeforeNext } from './busy-wait';

it('waits as long as the server asks, then twice as long each time, up to a minute', () => {
  const waits = [1, 2, 3, 4, 5, 6, 60].map((tries) => waitBeforeNext(tries, 5, 0));
  expect(waits).toEqual([5000, 10_000, 20_000, 40_000, 60_000, 60_000, 60_000]);
});

it('spreads retries over time', () => {
  expect(waitBeforeNext(1, 5, 0.5)).toBe(6250);
  expect(waitBeforeNext(1, 0, 0)).toBe(1000);
});
