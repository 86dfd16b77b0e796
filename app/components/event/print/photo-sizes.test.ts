import { expect, it } from 'vitest';
import { sheetSizes, sizesOf } from './photo-sizes';

it('asks for less on screens with more than two pixels per CSS pixel', () => {
  expect(sizesOf({ phone: '50vw', laptop: '20rem' })).toBe(
    '(min-width: 60rem) 20rem, ' +
      '(min-resolution: 3dppx) calc(50vw * 0.667), (min-resolution: 2.25dppx) calc(50vw * 0.8), 50vw',
  );
});

it('gives a portrait half of a phone’s row and other photos a whole one', () => {
  expect(sheetSizes(0.75)).toMatch(/, calc\(50vw - 2\.125rem\)$/);
  expect(sheetSizes(1)).toMatch(/, calc\(100vw - 2\.75rem\)$/);
  expect(sheetSizes(4 / 3)).toMatch(/^\(min-width: 60rem\) 24rem, \(min-width: 37\.5rem\) 16rem, /);
});
