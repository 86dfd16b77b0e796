import { expect, test } from 'vitest';
import { privateLinks } from '../server/private-link';

const { loggablePath, isPrivateLink } = privateLinks([
  '/',
  '/photos/:photoId',
  '/return/:token',
  '/morning/in/:token',
  '/invited/:token/stop',
  '/events/:eventId/letters/:token',
  '/wall',
  '/wall/:key/photos/:file',
]);

test.each([
  ['/return/s3cret', '/return/…'],
  ['/return/s3cret?lang=fr', '/return/…'],
  ['/return/s3cret.data?_routes=x', '/return/…'],
  ['/morning/in/s3cret', '/morning/in/…'],
  ['/invited/s3cret', '/invited/…'],
  ['/invited/s3cret/stop', '/invited/…'],
  ['/events/7/letters/s3cret', '/events/7/letters/…'],
  ['/wall/s3cret/photos/a.webp', '/wall/…'],
  // As it may be copied, mistyped or tried.
  ['/Return/s3cret', '/Return/…'],
  ['//morning//in/s3cret', '/morning//in/…'],
  ['/%72eturn%2Fs3cret', '/return/…'],
  ['/return/s3cret/and/more', '/return/…'],
  ['/return/s3cret%', '/return/…'],
  ['/return/s3\ncret', '/return/…'],
])('the log has of %s no more than %s', (url, logged) => {
  expect(loggablePath(url)).toBe(logged);
  expect(isPrivateLink(url.split('?', 1)[0] ?? '')).toBe(true);
});

test.each(['/', '/photos/17', '/wall', '/morning', '/returned/x', '/events/7', '/x/return/y'])(
  '%s has no secret',
  (path) => {
    expect(loggablePath(`${path}?q=s3cret`)).toBe(path);
    expect(isPrivateLink(path)).toBe(false);
  },
);

test('nothing is secret where no route has a secret', () => {
  expect(privateLinks(['/photos/:photoId']).isPrivateLink('/photos/17')).toBe(false);
});
