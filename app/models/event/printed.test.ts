import { expect, test } from 'vitest';
import { misprintOf } from './printed';

test.each([
  [null, 3, null],
  [3, 3, null],
  [3, 5, { printed: 3, now: 5 }],
])('prints that say %j of %i photos', (printedPhotos, maxPhotosPerUser, misprint) => {
  expect(misprintOf({ printedPhotos, maxPhotosPerUser })).toEqual(misprint);
});
