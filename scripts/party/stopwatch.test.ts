import { describe, expect, it } from 'vitest';
import { percentile, Stopwatch } from './stopwatch';

describe('percentile', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);

  it.each([
    [50, 50],
    [95, 95],
    [100, 100],
    [0, 1],
  ])('finds the %i th of 1 to 100', (percent, expected) => {
    expect(percentile(hundred, percent)).toBe(expected);
  });

  it('gives a value that occurs, also for few values', () => {
    expect(percentile([7], 95)).toBe(7);
    expect(percentile([10, 2], 50)).toBe(2);
    expect(percentile([10, 2], 95)).toBe(10);
    expect(percentile([], 50)).toBe(0);
  });
});

it('measures by call, and all together', () => {
  const stopwatch = new Stopwatch();
  stopwatch.note('POST /b', 30, 'error');
  stopwatch.note('GET /a', 10, 'fine');
  stopwatch.note('GET /a', 20, 'retried');
  const { calls, all } = stopwatch.figures();
  expect(calls).toEqual([
    { label: 'GET /a', count: 2, p50: 10, p95: 20, p99: 20, max: 20, retried: 1, errors: 0 },
    { label: 'POST /b', count: 1, p50: 30, p95: 30, p99: 30, max: 30, retried: 0, errors: 1 },
  ]);
  expect(all).toMatchObject({ count: 3, p50: 20, max: 30, retried: 1, errors: 1 });
  expect(stopwatch.requests).toBe(3);
});
