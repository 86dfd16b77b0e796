import { expect, test } from 'vitest';
import { withPlaces } from './favorite';

const placesOf = (...stars: number[]) =>
  withPlaces(stars.map((favoriteCount) => ({ favoriteCount }))).map((row) => row.place);

test('equal stars share a place, and the next one is skipped', () => {
  expect(placesOf(9, 5, 5, 1)).toEqual([1, 2, 2, 4]);
  expect(placesOf(3, 3, 3, 2, 1, 1)).toEqual([1, 1, 1, 4, 5, 5]);
  expect(placesOf(3, 2, 1)).toEqual([1, 2, 3]);
  expect(placesOf()).toEqual([]);
});

test('rows keep what they had', () => {
  expect(withPlaces([{ favoriteCount: 1, id: 7 }])).toEqual([
    { favoriteCount: 1, id: 7, place: 1 },
  ]);
});
