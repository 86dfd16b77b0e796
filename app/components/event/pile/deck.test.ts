import { expect, test } from 'vitest';
import { addBelow, layAside, leftIn, renew, takeBack, type Deck } from './deck';

const photos = (...ids: number[]) => ids.map((id) => ({ id }));
const part = (ids: number[], below = 0) => ({
  photos: photos(...ids),
  below,
  more: below > 0 ? 'more' : null,
});
const begin = (ids: number[], below = 0): Deck<{ id: number }> => {
  const { photos: rest, ...others } = part(ids, below);
  return { passed: [], rest, ...others };
};
const idsOf = ({ passed, rest }: Deck<{ id: number }>) => [
  passed.map(({ id }) => id),
  rest.map(({ id }) => id),
];

test('a photo is laid aside and taken back; both ends stay as they are', () => {
  const deck = begin([1, 2], 3);
  expect(takeBack(deck)).toBe(deck);
  const next = layAside(deck);
  expect([idsOf(next), leftIn(next)]).toEqual([[[1], [2]], 4]);
  expect(idsOf(takeBack(next))).toEqual([[], [1, 2]]);
  const end = layAside(layAside(begin([1, 2])));
  expect(leftIn(end)).toBe(0);
  expect(layAside(end)).toBe(end);
});

test('a further part comes below, without what is known', () => {
  const deck = addBelow(layAside(begin([1, 2], 3)), part([2, 3, 4], 1));
  expect([idsOf(deck), leftIn(deck), deck.more]).toEqual([[[1], [2, 3, 4]], 4, 'more']);
});

test('a newer answer brings new photos, drops deleted ones, and leaves the top where it is', () => {
  const deck = renew(layAside(begin([1, 2, 3, 4])), part([1, 4, 5], 2));
  expect([idsOf(deck), leftIn(deck)]).toEqual([[[1], [2, 4, 5]], 5]);
  // At the end, a new photo is the next one.
  const end = layAside(begin([1]));
  expect(idsOf(renew(end, part([1, 2])))).toEqual([[1], [2]]);
});
