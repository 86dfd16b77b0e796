import type { ActionFunctionArgs, LoaderFunctionArgs, ServerBuild } from '@remix-run/node';

type RouteArgs = LoaderFunctionArgs | ActionFunctionArgs;
type Route = ServerBuild['routes'][string];
/** Wraps the call of a loader or action and returns its result. */
type Around = <T>(args: RouteArgs, ask: () => T) => Promise<Awaited<T>>;

/**
 * Wraps every loader and action of a build in `around`, so that all of them report a failure and an
 * unavailable database the same way.
 */
export function wrapRoutes(build: ServerBuild, around: Around): ServerBuild {
  const through = <Args, Answer>(ask: ((args: Args) => Answer) | undefined) =>
    ask && ((args: Args) => around(args as RouteArgs, () => ask(args)));
  const routes = Object.entries(build.routes).map(([id, route]): [string, Route] => {
    const { loader, action } = route.module;
    const module = { ...route.module, loader: through(loader), action: through(action) };
    return [id, { ...route, module }];
  });
  return { ...build, routes: Object.fromEntries(routes) };
}
