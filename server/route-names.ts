import type { IncomingMessage } from 'node:http';
import type { ServerBuild } from '@remix-run/node';
import type { Request } from 'express';

// A request's route as a pattern, such as `/photos/:photoId`. Figures are counted by pattern, because a URL
// contains ids and links, and their number has no limit.

/** Names the route of a request that has been answered. */
export type RouteOf = (request: IncomingMessage) => string;

/** A request that no route knows. */
const UNKNOWN = 'unknown';
/** Files of the build, and requests that were refused before any route was asked. */
const NONE = 'none';

/** Names screens by Remix' table, calls and files by Express' table. */
export function routeNames(routes: ServerBuild['routes']): RouteOf {
  const nameOf = screenNames(routes);
  return (request) => {
    const { route } = request as Partial<Request>;
    const pattern = (route as { path?: string } | undefined)?.path;
    if (!pattern) return NONE;
    if (pattern === '*') return nameOf(request.url ?? '');
    return pattern.endsWith('*') ? UNKNOWN : pattern;
  };
}

/** The patterns of all screens, such as `/photos/:photoId`. */
export function screenPatterns(routes: ServerBuild['routes']): string[] {
  const patternOf = (id: string | undefined): string => {
    const route = id === undefined ? undefined : routes[id];
    if (!route) return '';
    return patternOf(route.parentId) + (route.path ? `/${route.path}` : '');
  };
  return [...new Set(Object.keys(routes).map((id) => patternOf(id) || '/'))];
}

/**
 * Finds a screen's pattern by its URL. Remix' own search builds its table again for every request, which takes
 * longer than everything else that is counted here.
 */
function screenNames(routes: ServerBuild['routes']): (url: string) => string {
  const patterns = screenPatterns(routes)
    .filter((pattern) => !pattern.includes('*'))
    // A literal segment comes before a parameter in the same place, as in Remix. `:` is above `/` and below
    // all letters, so it is replaced by what comes after them.
    .sort((one, other) => (one.replaceAll(':', '~') < other.replaceAll(':', '~') ? -1 : 1))
    .map((pattern) => {
      return { pattern, known: new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}/?$`, 'i') };
    });
  return (url) => {
    const path = url.split('?', 1)[0] ?? '';
    // Scripts ask for a screen's data at its URL with this ending.
    const screen = path === '/_root.data' ? '/' : path.replace(/\.data$/, '');
    return patterns.find(({ known }) => known.test(screen))?.pattern ?? UNKNOWN;
  };
}
