import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DomainError } from '../errors';
import { createDayLog, type DayLog } from './day-log.server';

const START = Date.parse('2026-06-15T12:03:00Z');
const MINUTE = 60_000;

let waiting = 0;
let free = 5_000;
let day: DayLog;
beforeEach(() => {
  vi.useFakeTimers({ now: START });
  [waiting, free] = [0, 5_000];
  const readFree = () => (free < 0 ? Promise.reject(new Error('gone')) : Promise.resolve(free));
  day = createDayLog({ now: () => new Date(), waiting: () => waiting, readFree });
});
afterEach(() => {
  day.close();
  vi.useRealTimers();
});

const answered = (status: number | null, error?: unknown, id: string | null = '7F3K-9QXZ') =>
  day.request({
    ...{ id, status, error, isStream: false },
    ...{ method: 'GET', route: '/feed', seconds: 1 },
  });

test('counts what happens in pieces of ten minutes', async () => {
  answered(200);
  answered(404);
  answered(null);
  day.upload();
  await vi.advanceTimersByTimeAsync(8 * MINUTE);
  answered(503, undefined, null);
  const [first, second, ...more] = day.buckets();
  expect(first).toMatchObject({ requests: 3, errors: 0, uploads: 1 });
  expect(second).toMatchObject({ requests: 1, errors: 1, uploads: 0 });
  expect([first, second].map((bucket) => bucket?.at.toISOString().slice(11, 16))).toEqual([
    '12:00',
    '12:10',
  ]);
  expect(more).toEqual([]);
});

test('keeps the highest of what goes up, and the lowest free space', async () => {
  for (const [queue, space] of [
    [3, 4_000],
    [9, -1],
    [1, 4_500],
  ] as const) {
    [waiting, free] = [queue, space];
    await vi.advanceTimersByTimeAsync(20_000);
  }
  expect(day.buckets()).toMatchObject([{ queue: 9, free: 4_000 }]);
  expect(day.buckets()[0]?.memory).toBeGreaterThan(1_000_000);
});

test('holds 24 hours, whatever happens to the clock', async () => {
  await vi.advanceTimersByTimeAsync(30 * 60 * MINUTE);
  expect(day.buckets()).toHaveLength(144);
  // The machine slept for a month.
  vi.setSystemTime(START + 30 * 24 * 60 * MINUTE);
  answered(200);
  const after = day.buckets();
  expect(after).toHaveLength(144);
  const [first, last] = [after.at(0), after.at(-1)];
  expect(last?.requests).toBe(1);
  expect(Number(last?.at) - Number(first?.at)).toBe(143 * 10 * MINUTE);
  vi.setSystemTime(START);
  answered(200);
  expect(day.buckets().at(-1)?.requests).toBe(2);
});

test('remembers the last twenty failures by id and kind, without their messages', () => {
  const cause = Object.assign(new Error('zoe@example.com exists'), { code: '23505' });
  const query = new Error('insert zoe@example.com', { cause });
  answered(500, query);
  answered(500, new DomainError('unknown', { cause: query }), 'AAAA-BBBB');
  answered(503, new DomainError('busy'), 'CCCC-DDDD');
  expect(day.failures()).toMatchObject([
    { id: 'CCCC-DDDD', status: 503, type: 'DomainError busy' },
    { id: 'AAAA-BBBB', status: 500, type: 'Error 23505' },
    { id: '7F3K-9QXZ', route: '/feed', type: 'Error 23505', at: new Date(START) },
  ]);
  expect(JSON.stringify(day.failures())).not.toContain('zoe');
  // Neither a refusal in a rush nor a refusal by a rule is one.
  answered(503, undefined, null);
  answered(404, new DomainError('page_not_found'));
  expect(day.failures()).toHaveLength(3);
  for (let count = 0; count < 30; count++) answered(500, query);
  expect(day.failures()).toHaveLength(20);
});
