import { expect, it } from 'vitest';
import { lineOf } from './type-ahead';

const LINES = [' Français', 'English', 'Español', 'Deutsch', 'Nederlands'];

it.each([
  ['d', -1, 3],
  ['D', 0, 3],
  ['e', -1, 1],
  ['e', 1, 2],
  ['ee', 2, 1],
  ['es', 1, 2],
  ['espan', 2, 2],
  ['x', 2, -1],
])('“%s” from entry %i leads to entry %i', (typed, focused, line) => {
  expect(lineOf(LINES, typed, focused)).toBe(line);
});
