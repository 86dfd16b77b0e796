import { expect, test } from 'vitest';
import { bulbsOf, darkBulbs, rowsOf, shinesWhole } from './lights';

test('a table has two bulbs per person, at least six, and never more than the photos its people may add', () => {
  expect([0, 1, 2, 3, 4, 10].map((seated) => bulbsOf(seated, 3))).toEqual([6, 3, 6, 6, 8, 20]);
  expect([0, 1, 5, 7, 10].map((seated) => bulbsOf(seated, 1))).toEqual([6, 1, 5, 7, 10]);
  expect([1, 2, 3].map((seated) => bulbsOf(seated, 2))).toEqual([2, 4, 6]);
});

test('each photo lights one bulb, and a second string begins when the first is lit', () => {
  const told = [0, 1, 5, 6, 7, 12, 13].map((photos) => {
    const table = { photos, bulbs: 6 };
    return [rowsOf(table).map(({ lit }) => lit), darkBulbs(table), shinesWhole(table)];
  });
  expect(told).toEqual([
    [[0], 6, false],
    [[1], 5, false],
    [[5], 1, false],
    [[6], 0, true],
    [[6, 1], 5, true],
    [[6, 6], 0, true],
    [[6, 6, 1], 5, true],
  ]);
});

test('a long string hangs in rows', () => {
  expect(rowsOf({ photos: 20, bulbs: 50 })).toEqual([
    { lit: 17, bulbs: 17 },
    { lit: 3, bulbs: 16 },
    { lit: 0, bulbs: 17 },
  ]);
  expect(rowsOf({ photos: 49, bulbs: 48 }).map(({ lit }) => lit)).toEqual([24, 24, 1, 0]);
});
