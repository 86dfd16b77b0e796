import { expect, test } from 'vitest';
import { feedLine, podiumOf, standingsOf, withPlaces } from './star';

const placesOf = (...stars: number[]) =>
  withPlaces(stars.map((favoriteCount) => ({ favoriteCount }))).map((row) => row.place);

test('equal stars share a place, and the next one is skipped', () => {
  expect(placesOf(9, 5, 5, 1)).toEqual([1, 2, 2, 4]);
  expect(placesOf(3, 3, 3, 2, 1, 1)).toEqual([1, 1, 1, 4, 5, 5]);
  expect(placesOf(3, 2, 1)).toEqual([1, 2, 3]);
  expect(placesOf()).toEqual([]);
});

test('rows keep their other fields', () => {
  expect(withPlaces([{ favoriteCount: 1, id: 7 }])).toEqual([
    { favoriteCount: 1, id: 7, place: 1 },
  ]);
});

test('all photos that share one of the first three places are on the podium', () => {
  const onPodium = (...stars: number[]) =>
    podiumOf(withPlaces(stars.map((favoriteCount) => ({ favoriteCount })))).map((row) => row.place);
  expect(onPodium(3, 2, 1, 1)).toEqual([1, 2, 3, 3]);
  expect(onPodium(9, 5, 5, 5, 1)).toEqual([1, 2, 2, 2]);
  expect(onPodium(4, 4, 4, 4, 4)).toEqual([1, 1, 1, 1, 1]);
  expect(onPodium(4, 4, 2, 1)).toEqual([1, 1, 3]);
  expect(onPodium(4)).toEqual([1]);
});

test('only the user’s own photos in the first three places are on the podium', () => {
  const rowsOf = (...rows: [userId: number, favoriteCount: number][]) =>
    withPlaces(
      rows.map(([userId, favoriteCount], index) => ({ id: index + 1, userId, favoriteCount })),
    );
  const of = (userId: number | null, ...rows: [userId: number, favoriteCount: number][]) => {
    const { places, onPodium } = standingsOf(rowsOf(...rows), userId);
    return { places: Object.fromEntries(places), onPodium };
  };
  expect(of(7, [8, 9], [7, 5], [7, 5], [7, 1])).toEqual({
    places: { 2: 2, 3: 2 },
    onPodium: [2, 3],
  });
  expect(of(7, [8, 9], [8, 5], [7, 4], [7, 3])).toEqual({ places: { 3: 3 }, onPodium: [3] });
  expect(of(7, [8, 1], [8, 1], [8, 1], [7, 1])).toEqual({ places: { 4: 1 }, onPodium: [4] });
  const none = { places: {}, onPodium: [] };
  expect(of(7)).toEqual(none);
  expect(of(7, [8, 1])).toEqual(none);
  expect(of(null, [8, 1])).toEqual(none);
});

test.each([
  ['asks for stars until the first one is given', {}, 'stars'],
  ['is silent after the first star', { given: 1 }, null],
  ['asks for the first photo while there is none', { isEmpty: true }, 'first-photo'],
  [
    'says that voting is off, also to whom has given stars',
    { voting: 'off' as const, given: 2 },
    'voting-off',
  ],
  [
    'says that voting is off above an empty feed',
    { voting: 'off' as const, isEmpty: true },
    'voting-off',
  ],
  ['keeps its place until the opening', { voting: 'early' as const }, 'early'],
  ['has no place for whom gave stars before', { voting: 'early' as const, given: 1 }, null],
  ['is silent after the closing', { voting: 'closed' as const }, null],
  [
    'asks for the first photo before the opening',
    { voting: 'early' as const, isEmpty: true },
    'first-photo',
  ],
  ['is silent once the event is over', { isOver: true, voting: 'off' as const }, null],
])('the feed’s line %s (rule `feed.line`)', (_, state, line) => {
  const start = { isOver: false, voting: 'open' as const, isEmpty: false, given: 0 };
  expect(feedLine({ ...start, ...state })).toBe(line);
});
