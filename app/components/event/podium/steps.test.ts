import { describe, expect, test } from 'vitest';
import { stepsOf } from './steps';

const at = (...places: number[]) => places.map((place) => ({ place }));

describe('the steps of the podium', () => {
  test('are three, also before three photos have a star', () => {
    expect(stepsOf([], [])).toEqual([1, 2, 3]);
    expect(stepsOf(at(1), [])).toEqual([{ place: 1 }, 2, 3]);
    expect(stepsOf(at(1, 1), [])).toEqual([{ place: 1 }, { place: 1 }, 3]);
  });

  test('keep the place of a photo that is gone', () => {
    expect(stepsOf(at(2, 3), [1])).toEqual([1, { place: 2 }, { place: 3 }]);
    expect(stepsOf(at(1, 3), [2])).toEqual([{ place: 1 }, 2, { place: 3 }]);
    // One of two second photos: nobody came third.
    expect(stepsOf(at(1, 2), [2])).toEqual([{ place: 1 }, { place: 2 }, 2]);
    // One of two first photos.
    expect(stepsOf(at(1, 3), [1])).toEqual([{ place: 1 }, 1, { place: 3 }]);
    expect(stepsOf([], [1, 1, 1])).toEqual([1, 1, 1]);
  });

  test('are more where more share a place', () => {
    expect(stepsOf(at(1, 1, 1, 1), [])).toHaveLength(4);
    expect(stepsOf(at(1, 2, 2), [2])).toEqual([...at(1, 2, 2), 2]);
  });
});
