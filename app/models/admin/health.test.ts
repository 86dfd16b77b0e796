import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { checkHealth, createHealthCheck, type HealthDeps } from './health.server';

const TIME = Date.parse('2026-06-15T12:00:00Z');

beforeEach(() => void vi.useFakeTimers({ now: TIME }));
afterEach(() => void vi.useRealTimers());

const never = () => new Promise<never>(() => undefined);
const gone = () => Promise.reject(new Error('gone'));
/** A healthy server, except for the given changes. */
const deps = (changes: Partial<HealthDeps> = {}): HealthDeps => ({
  ping: () => Promise.resolve(),
  storage: { check: () => Promise.resolve() },
  disk: { isFull: () => Promise.resolve(false) },
  loop: { lateMs: () => 0 },
  ...changes,
});
const health = (changes: Partial<HealthDeps> = {}) =>
  createHealthCheck({ ...deps(changes), now: () => new Date() });

describe('the result of a check', () => {
  /** The result of a check, however long it takes. */
  const found = async (changes: Partial<HealthDeps>) => {
    const check = checkHealth(deps(changes));
    await vi.advanceTimersByTimeAsync(3000);
    return check;
  };

  test('names the part that fails', async () => {
    expect(await found({})).toEqual({ status: 'ok' });
    const failing = (part: string) => ({ status: 'failing', part });
    expect(await found({ ping: gone })).toEqual(failing('database'));
    expect(await found({ ping: never })).toEqual(failing('database'));
    expect(await found({ storage: { check: gone } })).toEqual(failing('storage'));
    expect(await found({ disk: { isFull: () => Promise.resolve(true) } })).toEqual(failing('disk'));
  });

  test('a part that seems silent while the event loop is late is not broken', async () => {
    const loop = { lateMs: () => 501 };
    expect(await found({ loop, ping: never })).toEqual({ status: 'busy' });
    expect(await found({ loop, storage: { check: never } })).toEqual({ status: 'busy' });
    // A part that reports a failure counts as broken.
    expect(await found({ loop, ping: gone })).toEqual({ status: 'failing', part: 'database' });
  });
});

test('callers wait for less than a second, and get the last known result', async () => {
  let ping: () => Promise<unknown> = never;
  const { look } = health({ ping: () => ping() });
  const answered = async () => {
    const answer = look();
    await vi.advanceTimersByTimeAsync(900);
    return Promise.race([answer, 'none']);
  };
  expect(await answered()).toEqual({ status: 'busy' });
  await vi.advanceTimersByTimeAsync(3000);
  expect(await answered()).toEqual({ status: 'failing', part: 'database' });
  ping = () => Promise.resolve();
  await vi.advanceTimersByTimeAsync(5000);
  expect(await answered()).toEqual({ status: 'ok' });
  ping = never;
  await vi.advanceTimersByTimeAsync(5000);
  expect(await answered()).toEqual({ status: 'ok' });
  await vi.advanceTimersByTimeAsync(3000);
  expect(await answered()).toEqual({ status: 'failing', part: 'database' });
});

test('the check runs every five seconds at most, no matter how many clients ask', async () => {
  let looks = 0;
  const check = vi.fn(() => {
    looks += 1;
    return Promise.resolve();
  });
  const { look } = health({ storage: { check } });
  const ok = { status: 'ok' };
  expect([await look(), await look(), looks]).toEqual([ok, ok, 1]);
  await vi.advanceTimersByTimeAsync(4999);
  expect([await look(), looks]).toEqual([ok, 1]);
  check.mockImplementationOnce(() => {
    looks += 1;
    return gone();
  });
  await vi.advanceTimersByTimeAsync(1);
  const failing = { status: 'failing', part: 'storage' };
  const both = await Promise.all([look(), look()]);
  expect([...both, looks]).toEqual([failing, failing, 2]);
  await vi.advanceTimersByTimeAsync(4999);
  expect([await look(), looks]).toEqual([failing, 2]);
  await vi.advanceTimersByTimeAsync(1);
  expect([await look(), looks]).toEqual([ok, 3]);
  // A clock that is set back must not extend the life of an old result.
  vi.setSystemTime(TIME - 3_600_000);
  expect([await look(), looks]).toEqual([ok, 4]);
});

test('a server that is about to stop is not ready, but one with a full disk is', async () => {
  expect(await health().readiness()).toEqual({ status: 'ready' });
  const full = { isFull: () => Promise.resolve(true) };
  expect(await health({ disk: full }).readiness()).toEqual({ status: 'ready' });
  const reason = (what: string) => ({ status: 'not ready', reason: what });
  expect(await health({ ping: gone }).readiness()).toEqual(reason('database'));
  const leaving = health();
  leaving.leave();
  expect(await leaving.readiness()).toEqual(reason('stopping'));
});
