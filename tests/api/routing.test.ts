import type { ServerBuild } from '@remix-run/node';
import { matchRoutes, type AgnosticRouteObject } from '@remix-run/router';
import type { Request, Response } from 'express';
import { describe, expect, test } from 'vitest';
import { handleByRoute, leavesOf } from '../../server/routing';

const url = new URL('../../build/server/index.js', import.meta.url);
const build = (await import(/* @vite-ignore */ url.href)) as ServerBuild;
const table = childrenOf(undefined);

/** The routes as Remix' router has them. */
function childrenOf(parentId: string | undefined): AgnosticRouteObject[] {
  return Object.values(build.routes)
    .filter((route) => route.parentId === parentId)
    .map(({ id, path, index }) =>
      index ? { id, path, index } : { id, path, children: childrenOf(id) },
    );
}

const router = handleByRoute(
  build,
  ({ routes, assets }) =>
    (_request, response) => {
      response.locals.routes = Object.keys(routes);
      expect(Object.keys(assets.routes).sort()).toEqual(Object.keys(routes).sort());
    },
  (_module, remix) => (request, response, next) => {
    response.locals.isAlone = true;
    remix(request, response, next);
  },
);

/** The routes that Remix is given for an address. */
function given(path: string): string[] {
  const response = { locals: {} } as Response;
  router({ method: 'GET', url: path } as Request, response, (error) => {
    throw new Error(`${path}: nothing answers`, { cause: error });
  });
  return response.locals.routes as string[];
}

/** What Remix' own router would have found in its whole table. */
const wanted = (path: string) => matchRoutes(table, path)?.map(({ route }) => route.id);

describe('Remix is given the routes that its own router would have found', () => {
  const sample = (path: string) => path.replace('?', '').replace(/:\w+|\*/g, '7');
  const addresses = leavesOf(build.routes).map(({ path }) => sample(path));
  test('for every route', () => {
    expect(addresses.length).toBeGreaterThan(90);
    for (const path of addresses) {
      expect({ path, ids: given(path) }).toEqual({ path, ids: wanted(path) });
    }
  });

  test('for the data of every page', () => {
    for (const path of addresses) {
      const data = path === '/' ? '/_root.data' : `${path}.data`;
      expect({ path: data, ids: given(data) }).toEqual({ path: data, ids: wanted(path) });
    }
  });

  test('what has no screen answers alone, but for its data, which Remix words', () => {
    const isAlone = (path: string) => {
      const response = { locals: {} } as Response;
      const request = { method: 'GET', url: path } as Request;
      router(request, response, () => undefined);
      return response.locals.isAlone === true;
    };
    const resources = leavesOf(build.routes).filter(
      ({ chain, path }) => !chain.at(-1)?.module.default && !path.endsWith('*'),
    );
    expect(resources.length).toBeGreaterThan(50);
    for (const { path } of resources) {
      expect([path, isAlone(sample(path))]).toEqual([path, true]);
      expect([path, isAlone(`${sample(path)}.data`)]).toEqual([path, false]);
    }
    expect(isAlone('/feed')).toBe(false);
  });

  test.each([
    '/feed/',
    '/FEED',
    '/photos/add',
    '/photos/7',
    '/invitation-pdf',
    '/api',
    '/api/',
    '/api/photos/user/flag',
    '/api/nowhere/at/all',
    '/nowhere',
    '/auth/nowhere',
    '/media/1/a/b',
    '/event',
  ])('for %s', (path) => {
    expect(given(path)).toEqual(wanted(path));
  });

  test.each([
    '/%66eed',
    '/api/%75ser',
    '/api/admin/events/..',
    '/api/admin/events/.?a=1',
    '/api/admin/users/\\',
    '*',
    '//',
    '//example.com/feed',
  ])('all there are for %s, which means another one', (path) => {
    expect(given(path)).toEqual(Object.keys(build.routes));
  });
});
