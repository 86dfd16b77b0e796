import { expect, test } from 'vitest';
import { nextChangeIn, secondsToFirst, stageAt } from './reveal-stage';
import { revealSteps } from './reveal-steps';

const all = revealSteps([1, 2, 3]);

test('shows the third place, the second, a cover, and the first', () => {
  const at = (seconds: number, steps = all) => {
    const stage = stageAt(steps, seconds * 1000);
    return stage.name === 'place' ? stage.place : stage.name;
  };
  expect([-1, 0, 3.999].map((seconds) => at(seconds))).toEqual(['gather', 'gather', 'gather']);
  expect([4, 9.999, 10, 13.999, 14, 17.999].map((seconds) => at(seconds))).toEqual([
    ...['drum', 'drum'],
    ...[3, 3, 2, 2],
  ]);
  expect([18, 27.999, 28, 36, 3600].map((seconds) => at(seconds))).toEqual([
    ...['cover', 'cover'],
    ...['first', 'first', 'first'],
  ]);
  // Two share the first place: the drum lasts until the cover.
  expect([10, 17.999, 18].map((seconds) => at(seconds, revealSteps([1, 1])))).toEqual([
    ...['drum', 'drum', 'cover'],
  ]);
  expect([3.999, 4, 40].map((seconds) => at(seconds, []))).toEqual(['gather', 'nobody', 'nobody']);
});

test('the ring counts ten seconds', () => {
  const left = [18, 18.001, 19, 19.001, 27, 27.001, 27.999].map((at) => secondsToFirst(at * 1000));
  expect(left).toEqual([10, 10, 9, 9, 1, 1, 1]);
});

test('says when something else is shown', () => {
  const next = (seconds: number) => nextChangeIn(all, seconds * 1000);
  expect([0, 9, 10, 14].map(next)).toEqual([4000, 1000, 4000, 4000]);
  // Each second of the ring, the first place, and the end.
  expect([18, 18.5, 19, 27.25, 28, 35.999, 36].map(next)).toEqual([
    ...[1000, 500, 1000, 750],
    ...[8000, 1, null],
  ]);
  expect(nextChangeIn([], 5000)).toBe(31_000);
});
