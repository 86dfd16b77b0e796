import { expect, it } from 'vitest';
import { timeLeft } from './countdown';

const CLOSE = 1_800_000_000_000;
const MINUTE = 60_000;
const left = (ms: number) => timeLeft(CLOSE, CLOSE - ms);

it.each([
  [125 * MINUTE, { unit: 'hours', hours: 2, minutes: 5 }],
  [60 * MINUTE, { unit: 'hours', hours: 1, minutes: 0 }],
  [41 * MINUTE + 1, { unit: 'minutes', minutes: 42 }],
  [10 * MINUTE + 1, { unit: 'minutes', minutes: 11 }],
  [10 * MINUTE, { unit: 'seconds', minutes: 10, seconds: 0 }],
  [61_000, { unit: 'seconds', minutes: 1, seconds: 1 }],
  [1, { unit: 'seconds', minutes: 0, seconds: 1 }],
  [0, { unit: 'over' }],
  [-5000, { unit: 'over' }],
])('%i ms before the closing', (ms, expected) => {
  expect(left(ms)).toMatchObject(expected);
});

it('says when it reads differently, and does then', () => {
  let now = CLOSE - 3 * 60 * MINUTE - 1234;
  const said: string[] = [];
  for (;;) {
    const next = timeLeft(CLOSE, now);
    said.push(JSON.stringify({ ...next, changesIn: 0 }));
    if (next.unit === 'over') break;
    expect(next.changesIn).toBeGreaterThan(0);
    expect(JSON.stringify({ ...timeLeft(CLOSE, now + next.changesIn - 1), changesIn: 0 })).toBe(
      said.at(-1),
    );
    now += next.changesIn;
  }
  expect(now).toBe(CLOSE);
  expect(new Set(said).size).toBe(said.length);
});
