import { describe, expect, it } from 'vitest';
import { pick, pickFavourites, seeded, shuffle } from './random';

const letters = [...'abcdefghij'];
const take = (count: number, seed: number) => {
  const random = seeded(seed);
  return Array.from({ length: count }, random);
};

describe('seeded', () => {
  it('gives the same numbers for the same seed, and others for another', () => {
    expect(take(5, 1)).toEqual(take(5, 1));
    expect(take(5, 1)).not.toEqual(take(5, 2));
  });

  it('gives numbers from 0 to below 1, evenly spread', () => {
    const numbers = take(10_000, 3);
    expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true);
    const mean = numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
    expect(mean).toBeCloseTo(0.5, 1);
  });
});

describe('pickFavourites', () => {
  it('picks different items, and no more than there are', () => {
    const picked = pickFavourites(letters, 3, seeded(1));
    expect(new Set(picked).size).toBe(3);
    expect(pickFavourites(['a', 'b'], 3, seeded(1)).sort()).toEqual(['a', 'b']);
    expect(pickFavourites([], 3, seeded(1))).toEqual([]);
  });

  it('prefers the earlier items', () => {
    const random = seeded(5);
    const firsts = Array.from({ length: 1000 }, () => pickFavourites(letters, 1, random)[0]);
    const count = (letter: string) => firsts.filter((first) => first === letter).length;
    expect(count('a')).toBeGreaterThan(2 * count('j'));
  });
});

it('shuffle keeps every item and leaves the original alone', () => {
  const shuffled = shuffle(letters, seeded(2));
  expect(shuffled).not.toEqual(letters);
  expect([...shuffled].sort()).toEqual(letters);
  expect(letters[0]).toBe('a');
});

it('pick gives nothing where there is nothing', () => {
  expect(pick([], seeded(1))).toBeUndefined();
  expect(letters).toContain(pick(letters, seeded(1)));
});
