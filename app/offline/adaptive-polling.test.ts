import { describe, expect, it } from 'vitest';
import { pollDelay } from './adaptive-polling';
import { POLLING } from './poll-schedules';

const MINUTE = 60_000;

describe('pollDelay', () => {
  it('keeps to the base while somebody is active', () => {
    expect(pollDelay(POLLING.topPhotos, 0, false)).toBe(10_000);
    expect(pollDelay(POLLING.photos, 2 * MINUTE - 1, false)).toBe(60_000);
  });

  it('grows exponentially with the idle minutes', () => {
    expect(pollDelay(POLLING.topPhotos, 2 * MINUTE, false)).toBe(40_000);
    expect(pollDelay(POLLING.topPhotos, 3 * MINUTE, false)).toBe(80_000);
  });

  it('grows at once in a hidden tab', () => {
    expect(pollDelay(POLLING.photos, 0, true)).toBe(120_000);
  });

  it('never exceeds the maximum', () => {
    expect(pollDelay(POLLING.photos, 600 * MINUTE, true)).toBe(5 * MINUTE);
    expect(pollDelay(POLLING.event, 600 * MINUTE, false)).toBe(30 * MINUTE);
  });
});
