import { expect, test } from 'vitest';
import { neighboursOf, photoSrcSet, thumbnailUrl } from './rules';

test('thumbnail URLs are next to the full file', () => {
  expect(thumbnailUrl('/media/1/abc.webp', 320)).toBe('/media/1/abc-320.webp');
  expect(photoSrcSet({ imageUrl: '/media/1/abc.webp', width: 1920 })).toBe(
    '/media/1/abc-320.webp 320w, /media/1/abc-720.webp 720w, ' +
      '/media/1/abc-1080.webp 1080w, /media/1/abc.webp 1920w',
  );
});

test('a thumbnail that is not smaller is not offered', () => {
  expect(photoSrcSet({ imageUrl: '/media/1/abc.webp', width: 320 })).toBe('/media/1/abc.webp 320w');
});

test('neighbours in a list', () => {
  expect(neighboursOf([5, 9, 2], 9)).toEqual({ previous: 5, next: 2, place: 2, count: 3 });
  expect(neighboursOf([5], 5)).toEqual({ previous: null, next: null, place: 1, count: 1 });
  expect(neighboursOf([5, 9, 2], 1)).toEqual({ previous: null, next: null, place: 0, count: 3 });
});
