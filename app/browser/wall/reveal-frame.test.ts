import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { revealSteps } from '~/models/event/reveal-steps';
import { frameAt } from './reveal-frame';

const START = 1_800_000_000_000;
const at = (places: readonly number[], seconds: number) =>
  frameAt({ startsAt: START, steps: revealSteps(places) }, START + seconds * 1000);
const stands = (places: readonly number[], seconds: number) => {
  const { phase, place, standOf } = at(places, seconds);
  return [phase, place, ...[3, 2, 1].map(standOf)];
};

it.each([
  [-0.2, ['gather', 3, 'waits', 'waits', 'waits']],
  [0, ['gather', 3, 'waits', 'waits', 'waits']],
  [3.999, ['gather', 3, 'waits', 'waits', 'waits']],
  [4, ['drum', 3, 'waits', 'waits', 'waits']],
  [9.999, ['drum', 3, 'waits', 'waits', 'waits']],
  [10, ['place', 3, 'up', 'waits', 'waits']],
  [13.999, ['place', 3, 'up', 'waits', 'waits']],
  [14, ['place', 2, 'down', 'up', 'waits']],
  [17.999, ['place', 2, 'down', 'up', 'waits']],
  [18, ['cover', 1, 'down', 'down', 'covered']],
  [27.999, ['cover', 1, 'down', 'down', 'covered']],
  [28, ['first', 1, 'down', 'down', 'down']],
  [35.999, ['first', 1, 'down', 'down', 'down']],
  [36, ['over', null, 'down', 'down', 'down']],
  [3600, ['over', null, 'down', 'down', 'down']],
])('with three places, after %d s', (seconds, expected) => {
  expect(stands([1, 2, 3], seconds)).toEqual(expected);
});

it('drums for longer without a third place, and counts to the first at the same second', () => {
  expect(stands([1, 2, 2], 13.9).slice(0, 2)).toEqual(['drum', 2]);
  expect(stands([1, 2, 2], 14).slice(0, 2)).toEqual(['place', 2]);
  expect(stands([1], 17.9).slice(0, 2)).toEqual(['drum', 1]);
  expect(stands([1], 18)).toEqual(['cover', 1, expect.anything(), expect.anything(), 'covered']);
});

it('ends after the second place if the first was taken away, also in the middle of its count', () => {
  expect(stands([2, 3], 17.9).slice(0, 2)).toEqual(['place', 2]);
  expect(stands([2, 3], 18).slice(0, 2)).toEqual(['over', null]);
  expect(at([2, 3], 18).changesIn).toBeNull();
});

it('does not play when nobody has a star', () => {
  expect(at([], 1)).toMatchObject({ phase: 'over', changesIn: null });
});

it('counts ten whole seconds to the first place', () => {
  const counted = [18, 18.4, 19, 26.999, 27, 27.999].map((seconds) => at([1], seconds).seconds);
  expect(counted).toEqual([10, 10, 9, 2, 1, 1]);
});

beforeEach(() => vi.useFakeTimers({ now: START - 500 }));
afterEach(() => vi.useRealTimers());

it('says when it looks different, so that a timer draws each step within its second', async () => {
  const steps = revealSteps([1, 2, 3]);
  const seen: string[] = [];
  let draws = 0;
  const draw = () => {
    draws += 1;
    const now = Date.now();
    const { phase, place, seconds, changesIn } = frameAt({ startsAt: START, steps }, now);
    const reads = phase === 'cover' ? `cover ${seconds}` : `${phase} ${place}`;
    seen.push(`${(now - START) / 1000} ${reads}`);
    if (changesIn !== null) setTimeout(draw, changesIn);
  };
  draw();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(seen).toEqual([
    '-0.5 gather 3',
    '4 drum 3',
    '10 place 3',
    '14 place 2',
    ...Array.from({ length: 10 }, (_, index) => `${18 + index} cover ${10 - index}`),
    '28 first 1',
    '36 over null',
  ]);
  expect(draws).toBe(seen.length);
  expect(vi.getTimerCount()).toBe(0);
});
