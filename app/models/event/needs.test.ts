import { expect, test } from 'vitest';
import { nearEnd, placesState, totalOf, type OtherNeeds } from './needs';

test('the end is near on the last day and on the one before', () => {
  expect([-1, 0, 1, 2].map(nearEnd)).toEqual([null, 'today', 'tomorrow', null]);
});

test('reports, waiting photos, messages and payments count one by one, the rest once each', () => {
  const counts = { reports: 2, waiting: 5, messages: 3, turnedAway: 7, payments: 1, damaged: 4 };
  const nothing: OtherNeeds = {
    end: null,
    isDoorOpen: false,
    hasReturnLink: false,
    isStorageClosed: false,
    isRevealDue: false,
    placesLeft: null,
  };
  expect(totalOf(counts, nothing)).toBe(13);
  const each: Partial<OtherNeeds>[] = [
    { end: 'today' },
    { isDoorOpen: true },
    { hasReturnLink: true },
    { isStorageClosed: true },
    { placesLeft: 0 },
    { placesLeft: 3 },
  ];
  for (const one of each) expect(totalOf(counts, { ...nothing, ...one })).toBe(14);
});

test('places run short when a tenth is left, and then are taken', () => {
  const taken = [0, 53, 54, 59, 60, 61];
  expect(taken.map((count) => placesState({ count, max: 60 }))).toEqual([
    'free',
    'free',
    'short',
    'short',
    'full',
    'full',
  ]);
});
