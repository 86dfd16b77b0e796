/** A route of the built server. */
export interface BuiltRoute {
  /** Its whole address, as in `/photos/:photoId/star`. */
  path: string;
  /** Whether it takes anything but reading. */
  hasAction: boolean;
}

interface Build {
  routes: Record<string, { parentId?: string; path?: string; module: { action?: unknown } }>;
}

/** Every route of the built server that has an address: the table of contents, as it is served. */
export async function builtRoutes(): Promise<BuiltRoute[]> {
  const url = new URL('../../build/server/index.js', import.meta.url);
  const { routes } = (await import(/* @vite-ignore */ url.href)) as Build;
  const addressOf = (id: string | undefined): string => {
    const route = id === undefined ? undefined : routes[id];
    if (!route) return '';
    return addressOf(route.parentId) + (route.path ? `/${route.path}` : '');
  };
  return Object.entries(routes).map(([id, { module }]) => ({
    path: addressOf(id) || '/',
    hasAction: typeof module.action === 'function',
  }));
}
