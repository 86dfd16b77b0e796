import { expect, test } from 'vitest';
import { dialogIn, screenPath, withDialog } from './dialog-address';

const placeOf = (path: string) => new URL(path, 'http://localhost');

test.each([
  ['/feed', '/photos/12'],
  ['/?tab=feed', '/photos/12?from=feed&userId=3'],
  ['/participants?search=a%26b', '/login?next=%2Ffeed%3Fsort%3Dperson'],
])('a dialog over %s is read back: %s', (screen, to) => {
  const address = placeOf(withDialog(placeOf(screen), to));
  expect(dialogIn(address)).toBe(to);
  expect(screenPath(address)).toBe(screen);
});

test('a dialog replaces the previous one', () => {
  const first = placeOf(withDialog(placeOf('/feed'), '/photos/12'));
  expect(withDialog(first, '/photos/13')).toBe('/feed?over=/photos/13');
});

test.each([
  'https://evil.example',
  '//evil.example',
  '/\\\\evil.example',
  'photos/1',
  'javascript:alert(1)',
])('does not lead to another site: %s', (to) => {
  expect(dialogIn(placeOf(`/feed?over=${encodeURIComponent(to)}`))).toBe('/');
});

test('a screen alone has no dialog', () => {
  expect(dialogIn(placeOf('/feed?sort=person'))).toBeNull();
  expect(screenPath(placeOf('/feed?sort=person'))).toBe('/feed?sort=person');
});
