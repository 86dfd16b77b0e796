import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endInTime } from './close.server';

const never = () => new Promise<void>(() => undefined);

describe('ending the running parts', () => {
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

  it('waits for all parts, and not longer', async () => {
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

  it('gives up on parts that exceed the limit, and logs them', async () => {
    const quick = vi.fn(async () => {});
    const { warn, done } = start({ stuck: never, quick });
    await vi.advanceTimersByTimeAsync(10_000);
    await done;
    expect(quick).toHaveBeenCalledTimes(1);
    expect(warn).toHaveBeenCalledExactlyOnceWith({ parts: ['stuck'] }, expect.any(String));
  });

  it('continues after a part that fails, and logs it', async () => {
    const { warn, done } = start({ broken: () => Promise.reject(new Error('no')) });
    await done;
    expect(warn.mock.calls[0]?.[0]).toMatchObject({ part: 'broken', err: new Error('no') });
  });
});
