import type { IncomingMessage } from 'node:http';
import type { ServerBuild } from '@remix-run/node';
import { expect, test } from 'vitest';
import { routeNames } from '../server/route-names';

const routes = {
  root: { path: '' },
  shell: { parentId: 'root' },
  home: { parentId: 'shell', index: true },
  add: { parentId: 'shell', path: 'photos/new' },
  photo: { parentId: 'shell', path: 'photos/:photoId' },
  dialog: { parentId: 'photo', path: 'report' },
  link: { parentId: 'root', path: 'return/:token' },
  missing: { parentId: 'root', path: '*' },
} as unknown as ServerBuild['routes'];
const nameOf = routeNames(routes);
const name = (url: string, path?: string) =>
  nameOf({ url, route: path && { path } } as unknown as IncomingMessage);

test.each([
  ['/', '/'],
  ['/?from=poster', '/'],
  ['/_root.data?_routes=home', '/'],
  ['/photos/new', '/photos/new'],
  ['/photos/new.data', '/photos/new'],
  ['/photos/17', '/photos/:photoId'],
  ['/photos/17/', '/photos/:photoId'],
  ['/photos/17/report.data?x=1', '/photos/:photoId/report'],
  ['/return/secret-token', '/return/:token'],
  ['/photos/17/other', 'unknown'],
  ['/wp-login.php', 'unknown'],
])('the screen at %s is counted as %s', (url, pattern) => {
  expect(name(url, '*')).toBe(pattern);
});

test('calls and files are counted by their own pattern, and what no route took as none', () => {
  expect(name('/api/photos/event/7', '/api/photos/event/:eventId')).toBe(
    '/api/photos/event/:eventId',
  );
  expect(name('/api/nothing', '/api/*')).toBe('unknown');
  expect(name('/assets/entry-a1b2.js')).toBe('none');
});
