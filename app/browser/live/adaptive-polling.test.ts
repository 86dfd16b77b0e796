import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChangeKind } from '~/models/live/rules';
import { pollDelay, startPolling, type Polling } from './adaptive-polling';
import { POLLING, scheduleOf } from './poll-schedules';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const active = { idle: 0, isHidden: false };

describe('pollDelay', () => {
  it('keeps to the base while somebody is active', () => {
    const delays = (['ranking', 'photos', 'favorites', 'event', 'people', 'reports'] as const).map(
      (kind) => pollDelay(POLLING[kind], active) / SECOND,
    );
    expect(delays).toEqual([10, 60, 30, 300, 300, 60]);
    expect(pollDelay(POLLING.photos, { ...active, idle: 2 * MINUTE - 1 })).toBe(MINUTE);
    expect(pollDelay(POLLING.people, { ...active, idle: 10 * MINUTE - 1 })).toBe(5 * MINUTE);
  });

  it('grows exponentially with the idle minutes', () => {
    expect(pollDelay(POLLING.ranking, { ...active, idle: 2 * MINUTE })).toBe(40 * SECOND);
    expect(pollDelay(POLLING.ranking, { ...active, idle: 3 * MINUTE })).toBe(80 * SECOND);
  });

  it('grows at once in a hidden tab', () => {
    expect(pollDelay(POLLING.photos, { idle: 0, isHidden: true })).toBe(2 * MINUTE);
  });

  it('never exceeds the maximum', () => {
    const idle = 600 * MINUTE;
    expect(pollDelay(POLLING.photos, { idle, isHidden: true })).toBe(5 * MINUTE);
    expect(pollDelay(POLLING.people, { idle, isHidden: false })).toBe(30 * MINUTE);
    expect(pollDelay(POLLING.favorites, { idle, isHidden: false })).toBe(2 * MINUTE);
    expect(pollDelay(POLLING.event, { idle, isHidden: true })).toBe(30 * MINUTE);
  });

  it('looks for the event and oneself every five minutes while one can see it, however idle', () => {
    const idle = 600 * MINUTE;
    expect(pollDelay(POLLING.event, { idle, isHidden: false })).toBe(5 * MINUTE);
    expect(pollDelay(POLLING.user, { idle, isHidden: false })).toBe(5 * MINUTE);
  });

  it('looks for the event more often beside the ranking', () => {
    expect(scheduleOf('event', ['event', 'ranking']).base).toBe(30 * SECOND);
    expect(scheduleOf('event', ['event', 'photos']).base).toBe(5 * MINUTE);
  });

  it('is the longest there is while changes are told', () => {
    expect(pollDelay(POLLING.ranking, { ...active, isTold: true })).toBe(5 * MINUTE);
    expect(pollDelay(POLLING.event, { ...active, isTold: true })).toBe(5 * MINUTE);
    expect(pollDelay(POLLING.favorites, { ...active, isTold: true })).toBe(2 * MINUTE);
  });
});

describe('the polls of a page', () => {
  let page: EventTarget;
  let tab: EventTarget & { hidden: boolean };
  let asked: string[];
  let polling: Polling;
  /** What the server takes to answer. */
  let answering: Promise<void>;

  beforeEach(() => {
    vi.useFakeTimers();
    page = new EventTarget();
    tab = Object.assign(new EventTarget(), { hidden: false });
    vi.stubGlobal('window', page);
    vi.stubGlobal('document', tab);
    asked = [];
    answering = Promise.resolve();
    const begun = Date.now();
    polling = startPolling((kinds: ChangeKind[]) => {
      asked.push(`${Math.floor((Date.now() - begun) / SECOND)} ${kinds.join(' ')}`);
      return answering;
    });
  });
  afterEach(() => {
    polling.stop();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const pass = (time: number) => vi.advanceTimersByTimeAsync(time);
  /** Somebody does something all the while. */
  async function stayActive(time: number) {
    for (let passed = 0; passed < time; passed += 10 * SECOND) {
      page.dispatchEvent(new Event('pointerdown'));
      await pass(10 * SECOND);
    }
  }
  const turn = (hidden: boolean) => {
    tab.hidden = hidden;
    tab.dispatchEvent(new Event('visibilitychange'));
  };

  it('ask for each kind at its pace, and in one request for what is due together', async () => {
    polling.show(['event', 'ranking', 'messages']);
    await stayActive(MINUTE);
    await pass(SECOND);
    expect(asked).toEqual([
      '10 ranking',
      '20 ranking',
      '30 event ranking',
      '40 ranking',
      '50 ranking',
      '60 event ranking messages',
    ]);
  });

  it('go on after a question that has failed', async () => {
    polling.show(['ranking']);
    answering = Promise.reject(new Error('The answer makes no sense'));
    answering.catch(() => undefined);
    await stayActive(10 * SECOND);
    answering = Promise.resolve();
    await stayActive(20 * SECOND);
    await pass(SECOND);
    expect(asked).toEqual(['10 ranking', '20 ranking', '30 ranking']);
  });

  it('go on at their pace when the clock is set back', async () => {
    polling.show(['ranking']);
    await stayActive(10 * SECOND);
    vi.setSystemTime(Date.now() - 45 * 24 * 60 * MINUTE);
    await stayActive(30 * SECOND);
    await pass(SECOND);
    expect(asked).toHaveLength(4);
  });

  it('begin anew when a screen has been loaded, and forget what it does not show', async () => {
    polling.show(['photos']);
    await pass(59 * SECOND);
    polling.show(['favorites']);
    await pass(31 * SECOND);
    expect(asked).toEqual(['89 favorites']);
  });

  it('slow down while nobody does anything, and are at their base again at the first touch', async () => {
    polling.show(['ranking']);
    await pass(5 * MINUTE);
    const idle = asked.length;
    expect(idle).toBeLessThan(16);
    await pass(5 * MINUTE);
    expect(asked.length - idle).toBeLessThanOrEqual(1);
    asked.length = 0;
    page.dispatchEvent(new Event('keydown'));
    await pass(SECOND);
    expect(asked).toHaveLength(1);
    await stayActive(30 * SECOND);
    expect(asked).toHaveLength(4);
  });

  it('ask at once in a tab that is shown again, for what is stale alone', async () => {
    polling.show(['photos', 'ranking', 'favorites']);
    await pass(SECOND);
    turn(true);
    await pass(3 * SECOND);
    turn(false);
    await pass(0);
    expect(asked).toEqual([]);
    turn(true);
    await pass(2 * SECOND);
    turn(false);
    await pass(0);
    expect(asked).toEqual(['6 ranking']);
    turn(true);
    await pass(14 * SECOND);
    turn(false);
    await pass(0);
    expect(asked.at(-1)).toBe('20 ranking favorites');
    turn(true);
    await pass(40 * SECOND);
    turn(false);
    await pass(0);
    expect(asked.at(-1)).toBe('60 photos ranking favorites');
  });

  it('ask for all when a connection is back', async () => {
    polling.show(['event', 'photos']);
    await pass(SECOND);
    page.dispatchEvent(new Event('online'));
    expect(asked).toEqual(['1 event photos']);
  });

  it('never overlap: what is wanted meanwhile comes next', async () => {
    polling.show(['event', 'photos']);
    let answer = () => {};
    answering = new Promise((resolve) => (answer = resolve));
    polling.askAll();
    polling.askAll();
    polling.told({ of: ['photos'], within: 0 });
    await pass(5 * MINUTE);
    expect(asked).toEqual(['0 event photos']);
    answering = Promise.resolve();
    answer();
    await pass(0);
    expect(asked).toEqual(['0 event photos', '300 event photos']);
  });

  it('follow what a stream tells, within the time it says, for what the screen shows', async () => {
    polling.show(['event', 'photos']);
    polling.setTold(true);
    await pass(10 * SECOND);
    polling.told({ of: ['ranking'], within: 0 });
    polling.told({ of: ['photos', 'ranking'], within: SECOND });
    polling.told({ of: ['event'], within: SECOND });
    await pass(SECOND);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatch(/^1[01] event photos$/);
  });

  it('do not follow a stream faster than the server can answer all that look on', async () => {
    polling.show(['ranking']);
    polling.setTold(true);
    for (let told = 0; told < 100; told++) {
      polling.told({ of: ['ranking'], within: 2.5 * SECOND });
      await pass(100);
    }
    expect(asked.length).toBeGreaterThanOrEqual(2);
    expect(asked.length).toBeLessThanOrEqual(3);
  });

  it('are rare while a stream tells, and at their pace once it does not', async () => {
    polling.show(['ranking']);
    polling.setTold(true);
    await stayActive(4 * MINUTE);
    expect(asked).toEqual([]);
    polling.setTold(false);
    await stayActive(20 * SECOND);
    await pass(SECOND);
    expect(asked).toEqual(['240 ranking', '250 ranking', '260 ranking']);
  });

  it('end with the page', async () => {
    polling.show(['ranking']);
    polling.told({ of: ['ranking'], within: SECOND });
    polling.stop();
    page.dispatchEvent(new Event('online'));
    await pass(MINUTE);
    expect(asked).toEqual([]);
  });
});
