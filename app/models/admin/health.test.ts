import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { checkParts, createHealthCheck, type HealthDeps } from './health.server';

const TIME = Date.parse('2026-06-15T12:00:00Z');

beforeEach(() => void vi.useFakeTimers({ now: TIME }));
afterEach(() => void vi.useRealTimers());

const never = () => new Promise<never>(() => undefined);
const gone = () => Promise.reject(new Error('gone'));
const full = { isFull: () => Promise.resolve(true) };
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

describe('the state of each part', () => {
  /** The result of a check, however long it takes. */
  const found = async (changes: Partial<HealthDeps>) => {
    const check = checkParts(deps(changes));
    await vi.advanceTimersByTimeAsync(3000);
    return check;
  };

  const fine = { database: 'ok', storage: 'ok', disk: 'ok' };

  test('says which part fails', async () => {
    expect(await found({})).toEqual(fine);
    expect(await found({ ping: gone })).toEqual({ ...fine, database: 'failing' });
    expect(await found({ ping: never })).toEqual({ ...fine, database: 'failing' });
    expect(await found({ storage: { check: gone } })).toEqual({ ...fine, storage: 'failing' });
    expect(await found({ disk: full })).toEqual({ ...fine, disk: 'failing' });
  });

  test('a part that seems silent while the event loop is late is not broken', async () => {
    const loop = { lateMs: () => 501 };
    expect(await found({ loop, ping: never })).toEqual({ ...fine, database: 'busy' });
    expect(await found({ loop, storage: { check: never } })).toEqual({ ...fine, storage: 'busy' });
    // A part that reports a failure counts as broken.
    expect(await found({ loop, ping: gone })).toEqual({ ...fine, database: 'failing' });
  });
});

test('the health names the first part that fails', async () => {
  expect(await health().look()).toEqual({ status: 'ok' });
  expect(await health({ disk: full, ping: gone }).look()).toEqual({
    status: 'failing',
    part: 'database',
  });
  const check = gone;
  expect(await health({ disk: full, storage: { check } }).look()).toEqual({
    status: 'failing',
    part: 'storage',
  });
  expect(await health({ disk: full }).look()).toEqual({ status: 'failing', part: 'disk' });
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

test('a server is not ready if a part fails or it is about to stop, but ready if a part is slow', async () => {
  expect(await health().readiness()).toEqual({ status: 'ready' });
  const reason = (what: string) => ({ status: 'not ready', reason: what });
  expect(await health({ disk: full }).readiness()).toEqual(reason('disk'));
  expect(await health({ ping: gone }).readiness()).toEqual(reason('database'));
  const slow = health({ ping: never }).readiness();
  await vi.advanceTimersByTimeAsync(900);
  expect(await slow).toEqual({ status: 'ready' });
  const leaving = health();
  leaving.leave();
  expect(await leaving.readiness()).toEqual(reason('stopping'));
});
