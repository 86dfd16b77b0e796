import { describe, expect, it } from 'vitest';
import { paceOf, pollDelay } from './paces';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const active = { idle: 0, isHidden: false };

describe('pollDelay', () => {
  it('is the base while the user is active', () => {
    const delays = (['ranking', 'photos', 'favorites', 'event', 'people', 'reports'] as const).map(
      (kind) => pollDelay(paceOf(kind, []), active) / SECOND,
    );
    expect(delays).toEqual([10, 60, 30, 300, 300, 60]);
    expect(pollDelay(paceOf('photos', []), { ...active, idle: 2 * MINUTE - 1 })).toBe(MINUTE);
    expect(pollDelay(paceOf('people', []), { ...active, idle: 10 * MINUTE - 1 })).toBe(5 * MINUTE);
  });

  it('grows exponentially with the idle minutes', () => {
    expect(pollDelay(paceOf('ranking', []), { ...active, idle: 2 * MINUTE })).toBe(40 * SECOND);
    expect(pollDelay(paceOf('ranking', []), { ...active, idle: 3 * MINUTE })).toBe(80 * SECOND);
  });

  it('grows at once in a hidden tab', () => {
    expect(pollDelay(paceOf('photos', []), { idle: 0, isHidden: true })).toBe(2 * MINUTE);
  });

  it('never exceeds the maximum', () => {
    const idle = 600 * MINUTE;
    expect(pollDelay(paceOf('photos', []), { idle, isHidden: true })).toBe(5 * MINUTE);
    expect(pollDelay(paceOf('people', []), { idle, isHidden: false })).toBe(30 * MINUTE);
    expect(pollDelay(paceOf('favorites', []), { idle, isHidden: false })).toBe(2 * MINUTE);
    expect(pollDelay(paceOf('event', []), { idle, isHidden: true })).toBe(30 * MINUTE);
  });

  it('is at most five minutes for the event and the user on a visible page', () => {
    const idle = 600 * MINUTE;
    expect(pollDelay(paceOf('event', []), { idle, isHidden: false })).toBe(5 * MINUTE);
    expect(pollDelay(paceOf('user', []), { idle, isHidden: false })).toBe(5 * MINUTE);
  });

  it('is shorter for the event on the ranking’s screen', () => {
    expect(paceOf('event', ['event', 'ranking']).base).toBe(30 * SECOND);
    expect(paceOf('event', ['event', 'photos']).base).toBe(5 * MINUTE);
  });

  it('is the maximum while a stream is open', () => {
    expect(pollDelay(paceOf('ranking', []), { ...active, isStreaming: true })).toBe(5 * MINUTE);
    expect(pollDelay(paceOf('event', []), { ...active, isStreaming: true })).toBe(5 * MINUTE);
    expect(pollDelay(paceOf('favorites', []), { ...active, isStreaming: true })).toBe(2 * MINUTE);
  });

  it('is the same beside a stream for what no stream announces', () => {
    const pace = paceOf('fallen', []);
    expect(pollDelay(pace, { ...active, isStreaming: true })).toBe(30 * SECOND);
    expect(pollDelay(pace, { ...active, idle: 3 * MINUTE, isStreaming: true })).toBe(4 * MINUTE);
  });
});
