/** A route of the built server. */
export interface BuiltRoute {
  /** Its whole path, as in `/photos/:photoId/star`. */
  path: string;
  /** Whether it accepts anything but reads. */
  hasAction: boolean;
  kind: 'screen' | 'call' | 'file';
}

interface Build {
  routes: Record<string, { parentId?: string; path?: string; module: { action?: unknown } }>;
  entry: { module: Record<'api' | 'files', { path: string; methods?: string[] }[]> };
}

/** Everything with a URL that the built server answers: screens, forms, calls and files. */
export async function builtRoutes(): Promise<BuiltRoute[]> {
  const url = new URL('../../build/server/index.js', import.meta.url);
  const { routes, entry } = (await import(/* @vite-ignore */ url.href)) as Build;
  const addressOf = (id: string | undefined): string => {
    const route = id === undefined ? undefined : routes[id];
    if (!route) return '';
    return addressOf(route.parentId) + (route.path ? `/${route.path}` : '');
  };
  const screens = Object.entries(routes).map(([id, { module }]) => ({
    path: addressOf(id) || '/',
    hasAction: typeof module.action === 'function',
    kind: 'screen' as const,
  }));
  const { api, files } = entry.module;
  const alone = (table: typeof api, kind: 'call' | 'file') =>
    table.map(({ path, methods = [] }) => {
      return { path, kind, hasAction: methods.some((method) => method !== 'GET') };
    });
  return [...screens, ...alone(api, 'call'), ...alone(files, 'file')];
}
