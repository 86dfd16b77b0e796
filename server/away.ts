import type { ActionFunctionArgs, LoaderFunctionArgs, ServerBuild } from '@remix-run/node';

type RouteArgs = LoaderFunctionArgs | ActionFunctionArgs;
type Route = ServerBuild['routes'][string];
/** Calls a loader or an action, and answers with what it answers. */
export type Around = <T>(args: RouteArgs, ask: () => T) => Promise<Awaited<T>>;

/**
 * Asks every loader and action of a build by way of `around`: a database that is away is said by all of them, and
 * forgotten by none.
 */
export function askedThrough(build: ServerBuild, around: Around): ServerBuild {
  const through = <Args, Answer>(ask: ((args: Args) => Answer) | undefined) =>
    ask && ((args: Args) => around(args as RouteArgs, () => ask(args)));
  const routes = Object.entries(build.routes).map(([id, route]): [string, Route] => {
    const { loader, action } = route.module;
    const module = { ...route.module, loader: through(loader), action: through(action) };
    return [id, { ...route, module }];
  });
  return { ...build, routes: Object.fromEntries(routes) };
}
