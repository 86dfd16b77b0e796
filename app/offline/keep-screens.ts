import { matchRoutes } from '@remix-run/react';
import { isUnsent } from './keep-form';

/** How soon a reload that nothing answered is tried again, in milliseconds; a connection ends the wait. */
const AGAIN_MS = 5000;

/**
 * Has a screen that is there stay when the server cannot be reached for what is loaded behind it: after
 * a poll, after a form that was answered, for a dialog over it. Remix would put its error screen there;
 * here such a request waits for the server instead, until the screen is left. Where somebody goes by a
 * link it fails as ever. Call it once, before the router is created.
 */
export function keepScreens(): void {
  loadNothingAfterUnsent();
  const send = window.fetch;
  window.fetch = async (input, init) => {
    // How Remix asks for the data of its routes.
    if (!(input instanceof URL && input.pathname.endsWith('.data'))) return send(input, init);
    for (;;) {
      try {
        return await whole(await send(input, init));
      } catch (error) {
        if (init?.signal?.aborted || !isInBackground(init)) throw error;
        await waitForServer(init?.signal);
      }
    }
  };
}

/**
 * Frees a fetcher at once whose form was not sent. The router loads nothing after an answer from 400 on;
 * but after a fetcher's, Remix asks the server all the same for each route without a `shouldRevalidate`
 * (`singleFetchLoaderNavigationStrategy`), and the fetcher would be busy until the server is back. So
 * for that moment every route has one. Nobody calls it: Remix only looks whether it is there.
 */
function loadNothingAfterUnsent(): void {
  window.__remixRouteModules = new Proxy(window.__remixRouteModules, {
    get(modules, id: string) {
      const module = modules[id];
      return module && isFetcherUnsent() ? { ...module, shouldRevalidate: () => false } : module;
    },
  });
}

/** Whether a fetcher has just been answered that its form was not sent, and is not idle yet. */
function isFetcherUnsent(): boolean {
  // Remix reads the modules before there is a router.
  const router = window.__remixRouter as typeof window.__remixRouter | undefined;
  const fetchers = [...(router?.state.fetchers.values() ?? [])];
  return fetchers.some(({ state, data }) => state === 'loading' && isUnsent(data));
}

/**
 * An answer of the server's, all of it. What breaks off half-way counts as none; and Remix, which goes on
 * after the first line, would leave what breaks off later, or is aborted, uncaught.
 * @throws TypeError where no answer came; a proxy says so with a page of its own
 */
async function whole(response: Response): Promise<Response> {
  const isOurs = response.headers.has('X-Remix-Response');
  if (!isOurs && [502, 503, 504].includes(response.status)) throw new TypeError('No server');
  return response.body ? new Response(await response.arrayBuffer(), response) : response;
}

/** Whether nobody has asked for another screen: nothing is on its way, or what a form led to. */
function isInBackground(init: RequestInit | undefined): boolean {
  if (init?.method && init.method !== 'GET') return false;
  const { navigation } = window.__remixRouter.state;
  return (
    navigation.state === 'idle' || (!!navigation.formMethod && navigation.formMethod !== 'GET')
  );
}

function waitForServer(signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(go, AGAIN_MS);
    window.addEventListener('online', go);
    signal?.addEventListener('abort', leave);
    function go() {
      end();
      resolve();
    }
    function leave() {
      end();
      reject(signal?.reason as Error);
    }
    function end() {
      clearTimeout(timer);
      window.removeEventListener('online', go);
      signal?.removeEventListener('abort', leave);
    }
  });
}

const known = new Set<string>();

/**
 * Loads the code of the routes that the page's forms post to. Without it a form has no `clientAction`,
 * and Remix reloads a page whose code it cannot load: offline, the page would be gone.
 */
export function loadFormRoutes(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[method="post"]')) {
    loadRoute(new URL(form.action).pathname);
  }
}

/** The same for an address that a form will post to. */
export function loadRoute(path: string): void {
  // Each photo has an address for its star; they are one route.
  const pattern = path.replace(/\d+/g, '0');
  if (known.has(pattern)) return;
  known.add(pattern);
  const id = matchRoutes(window.__remixRouter.routes, path)?.at(-1)?.route.id;
  const route = id === undefined ? undefined : window.__remixManifest.routes[id];
  if (!route || route.id in window.__remixRouteModules) return;
  import(/* @vite-ignore */ route.module).catch(() => known.delete(pattern));
}
