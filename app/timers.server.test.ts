import { promisify } from 'node:util';
import { afterAll, expect, it, vi } from 'vitest';
import { boundTimers } from './timers.server';

const own = globalThis.setTimeout;
afterAll(() => void (globalThis.setTimeout = own));

it('keeps a timer with too long a delay from firing at once', async () => {
  boundTimers();
  const fire = vi.fn();
  const timers = [45 * 24 * 60 * 60 * 1000, Infinity].map((ms) => setTimeout(fire, ms));
  const given = await new Promise((resolve) => setTimeout(resolve, 20, 'given'));
  expect(given).toBe('given');
  await promisify(setTimeout)(20);
  expect(fire).not.toHaveBeenCalled();
  timers.forEach(clearTimeout);
});
