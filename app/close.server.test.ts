import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endInTime } from './close.server';

const never = () => new Promise<void>(() => undefined);

describe('ending what runs', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function start(parts: Record<string, () => Promise<void>>) {
    const warn = vi.fn();
    const log = Object.assign(pino({ level: 'silent' }), { warn });
    let isDone = false;
    const named = Object.entries(parts).map(([name, end]) => ({ name, end }));
    const done = endInTime(named, { limitMs: 10_000, log }).then(() => (isDone = true));
    return { warn, done, isDone: () => isDone };
  }

  it('waits for all parts, and no longer than for them', async () => {
    let release = () => {};
    const slow = () => new Promise<void>((resolve) => (release = resolve));
    const { warn, done, isDone } = start({ quick: async () => {}, slow });
    await vi.advanceTimersByTimeAsync(9000);
    expect(isDone()).toBe(false);
    release();
    await done;
    expect(warn).not.toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('leaves behind what does not end within the limit, and says so', async () => {
    const quick = vi.fn(async () => {});
    const { warn, done } = start({ stuck: never, quick });
    await vi.advanceTimersByTimeAsync(10_000);
    await done;
    expect(quick).toHaveBeenCalledTimes(1);
    expect(warn).toHaveBeenCalledExactlyOnceWith({ parts: ['stuck'] }, expect.any(String));
  });

  it('goes on over one that fails, and says so', async () => {
    const { warn, done } = start({ broken: () => Promise.reject(new Error('no')) });
    await done;
    expect(warn.mock.calls[0]?.[0]).toMatchObject({ part: 'broken', err: new Error('no') });
  });
});
