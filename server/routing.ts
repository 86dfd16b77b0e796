import type { ServerBuild } from '@remix-run/node';
import { Router, type RequestHandler } from 'express';
import { isAlone, type RouteModule } from './alone';

type Route = ServerBuild['routes'][string];

/** An address that a route answers, and the routes whose layouts lie around it, the outermost first. */
export interface Leaf {
  path: string;
  chain: Route[];
}

/**
 * A handler for each route by itself. Remix' router flattens, ranks and compiles its whole table several
 * times for every request, and draws an element for each route of it: a fifth of the server's time. Here
 * Express, which compiles each path once, finds the route, and Remix is given a table of that one and its
 * layouts. A path that means another one than it is written (escapes, `..`) gets the whole table. What has
 * no screen needs no Remix at all.
 * @param handlerOf makes Remix' handler of a build
 * @param aloneOf makes a handler of a route that has no screen; Remix' is there for what it lacks, and
 *   the last one for an address that there is not
 */
export function handleByRoute(
  build: ServerBuild,
  handlerOf: (build: ServerBuild) => RequestHandler,
  aloneOf: (module: RouteModule, remix: RequestHandler, missing: RequestHandler) => RequestHandler,
): Router {
  const router = Router();
  const whole = handlerOf(build);
  const leaves = leavesOf(build.routes);
  const nowhere = leaves.find(({ path }) => path === '/*');
  const missing = nowhere ? handlerOf(only(build, nowhere.chain)) : whole;
  router.use((request, response, next) => {
    // What was refused already is only drawn.
    if (response.locals.refusal) void missing(request, response, next);
    else next();
  });
  // Most addresses hold nothing that varies: they are looked up, before two hundred patterns are tried.
  const exact = new Map<string, RequestHandler>();
  router.use((request, response, next) => {
    const handler = exact.get(pathOf(request.url));
    if (handler) void handler(request, response, next);
    else if (isPlain(request.url)) next();
    else void whole(request, response, next);
  });
  const answer = (address: string, handler: RequestHandler) => {
    if (/[:*?]/.test(address)) return router.all(address, handler);
    if (!exact.has(address)) exact.set(address, handler);
    // As others write it: in capitals, or with a slash at its end.
    return router.all(address, handler);
  };
  for (const { path, chain } of leaves) {
    const remix = handlerOf(only(build, chain));
    const module = chain.at(-1)?.module;
    if (module && isAlone(module) && !path.endsWith('*')) {
      const alone = aloneOf(module, remix, missing);
      // Remix asks for the data of a form's route under the route's name with `.data`, in its own format.
      answer(path, (request, response, next) =>
        pathOf(request.url).endsWith('.data') ? next() : alone(request, response, next),
      );
    }
    for (const address of addressesOf(path)) answer(address, remix);
  }
  router.use(whole);
  return router;
}

/**
 * Whether a path stands for itself. Express looks at what was sent; Remix resolves `..`, takes `\` for a
 * slash, reads escapes and forgives doubled slashes, and would not find that address in the table chosen.
 */
function isPlain(url: string): boolean {
  const path = pathOf(url);
  const whole = `http://localhost${url}`;
  return !/%|\/\//.test(path) && URL.canParse(whole) && new URL(whole).pathname === path;
}

/** Every address of a table of routes, in the order in which Remix' router prefers them. */
export function leavesOf(routes: ServerBuild['routes']): Leaf[] {
  const withPath = Object.values(routes).filter(({ path, index }) => path || index);
  return withPath
    .map((route): Leaf => {
      const chain = chainOf(routes, route);
      return { path: `/${chain.flatMap(({ path }) => path || []).join('/')}`, chain };
    })
    .sort((one, other) => rankOf(other) - rankOf(one));
}

function chainOf(routes: ServerBuild['routes'], route: Route): Route[] {
  const parent = route.parentId === undefined ? undefined : routes[route.parentId];
  return parent ? [...chainOf(routes, parent), route] : [route];
}

/** The more of a path is written out, the better it fits; a splat fits worst. */
function rankOf({ path, chain }: Leaf): number {
  const segments = path.split('/').filter(Boolean);
  const index = chain.at(-1)?.index ? 2 : 0;
  return segments.reduce((sum, segment) => {
    if (segment === '*') return sum - 1;
    return sum + (segment.startsWith(':') ? 4 : 11);
  }, index);
}

/** The addresses as Express writes them: a page's own, and that of its data. */
function addressesOf(path: string): string[] {
  if (path === '/') return ['/', '/_root.data'];
  // A splat may stand for nothing.
  if (path.endsWith('/*')) return [path.slice(0, -2) || '/', path];
  // What ends with a name takes `.data` in.
  return /:[^/]*$/.test(path) ? [path] : [path, `${path}.data`];
}

function only(build: ServerBuild, chain: Route[]): ServerBuild {
  const pick = <T>(table: Record<string, T>) =>
    Object.fromEntries(chain.flatMap(({ id }) => (id in table ? [[id, table[id] as T]] : [])));
  const assets = { ...build.assets, routes: pick(build.assets.routes) };
  return { ...build, assets, routes: pick(build.routes) };
}

/** The path of what was asked for, without its query. */
function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? '';
}
