import { expect, test } from 'vitest';
import { stepsOf } from './steps';

const placesOf = (...places: number[]) =>
  stepsOf(places.map((place) => ({ place }))).map(({ place, photo }) => (photo ? place : -place));

// Rule `share.what`; an empty step is negative here.
test.each([
  ['three', [1, 2, 3], [1, 2, 3]],
  ['fewer than three', [1], [1, -2, -3]],
  ['a shared first place', [1, 1, 3], [1, 1, 3]],
  ['a shared second place', [1, 2, 2], [1, 2, 2]],
  ['two that share the first place alone', [1, 1], [1, 1, -3]],
  ['a first one that is gone', [2, 3], [-1, 2, 3]],
  ['one of two first ones that is gone', [1, 3, 3], [1, -2, 3, 3]],
  ['ten in one place', Array<number>(10).fill(1), Array<number>(10).fill(1)],
])('the steps of %s', (_what, podium, steps) => {
  expect(placesOf(...podium)).toEqual(steps);
});
