import { expect, test } from 'vitest';
import { revealSteps } from './reveal-steps';

test.each([
  [
    'three places',
    [1, 2, 3],
    [
      [3, 10],
      [2, 14],
      [1, 28],
    ],
  ],
  [
    'two share the first',
    [1, 1, 3],
    [
      [3, 14],
      [1, 28],
    ],
  ],
  [
    'two share the second',
    [1, 2, 2],
    [
      [2, 14],
      [1, 28],
    ],
  ],
  [
    'two share the third',
    [1, 2, 3, 3],
    [
      [3, 10],
      [2, 14],
      [1, 28],
    ],
  ],
  ['one photo alone', [1], [[1, 28]]],
  ['nobody has a star', [], []],
  [
    'the first was removed',
    [2, 3],
    [
      [3, 10],
      [2, 14],
    ],
  ],
] as const)('the first place comes at the same second: %s', (_, places, steps) => {
  expect(revealSteps(places).map(({ place, at }) => [place, at / 1000])).toEqual(steps);
});
