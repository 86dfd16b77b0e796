import { matchRoutes } from '@remix-run/react';
import { UNSENT } from './keep-form';
import { ANSWERED, AWAY, KEPT_AT, noteAnswer, noteSilence } from './reach';
import { serverAway } from './server-away';

/** How soon a reload that nothing answered is tried again, in milliseconds; a connection ends the wait. */
const AGAIN_MS = 5000;

/**
 * Has a screen that is there stay when the server cannot be reached for what it asks: after a poll, after
 * a form that was answered, for a dialog over it, or for the screen that a link leads to. Remix would put
 * its error screen there; here such a request waits for the server instead, until the screen is left or
 * something else is asked for. Of a link that waits `useServerAway` tells. Call it once, before the router
 * is created.
 */
export function keepScreens(): void {
  const send = window.fetch;
  window.fetch = async (input, init) => {
    // How Remix asks for the data of its routes.
    if (!(input instanceof URL && input.pathname.endsWith('.data'))) return send(input, init);
    if (init?.method && init.method !== 'GET') {
      return whole(await send(input, init));
    }
    for (;;) {
      try {
        return await whole(await send(input, behind(init)));
      } catch (error) {
        if (init?.signal?.aborted) throw error;
        noteSilence();
        await (isGoing() ? serverAway(waitForServer(init?.signal)) : waitForServer(init?.signal));
      }
    }
  };
}

/**
 * An answer of the server's, all of it. What breaks off half-way counts as none; and Remix, which goes on
 * after the first line, would leave what breaks off later, or is aborted, uncaught.
 * @throws TypeError where no answer came: a proxy says so with a page of its own, the server while its database
 *   is away
 */
async function whole(response: Response): Promise<Response> {
  const isOurs = response.headers.has('X-Remix-Response');
  const isAway = !isOurs && [502, 503, 504].includes(response.status);
  if (isAway || response.headers.has(AWAY)) throw new TypeError('No server');
  const all = response.body ? new Response(await response.arrayBuffer(), response) : response;
  if (!response.headers.has(KEPT_AT)) noteAnswer();
  return all;
}

/** What is loaded behind a screen: the service worker is not to answer with what was there before it. */
function behind(init: RequestInit | undefined): RequestInit | undefined {
  return isGoing() ? init : { ...init, cache: 'no-store' };
}

/** Whether somebody goes by a link: what a form led to is no such thing. */
function isGoing(): boolean {
  const { navigation } = window.__remixRouter.state;
  return navigation.state === 'loading' && !navigation.formMethod;
}

const BACK = ['online', ANSWERED] as const;

/**
 * Waits until it may be tried again, or a connection or the server is back; fails where it is not wanted any more.
 * @param ms how long at most
 */
export function waitForServer(
  signal: AbortSignal | null | undefined,
  ms = AGAIN_MS,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(go, ms);
    for (const type of BACK) window.addEventListener(type, go);
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
      for (const type of BACK) window.removeEventListener(type, go);
      signal?.removeEventListener('abort', leave);
    }
  });
}

/** The routes whose code has been asked for; what did not come is forgotten again. */
const asked = new Map<string, Promise<unknown>>();

/**
 * Loads the code of the routes that the page's forms post to. Without it a form has no `clientAction`,
 * and Remix reloads a page whose code it cannot load: offline, the page would be gone.
 */
export function loadFormRoutes(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[method="post"]')) {
    loadRoute(new URL(form.action).pathname);
  }
}

/**
 * Holds a form back until the code of the route that it posts to is there; where that does not come, the
 * form stays, and it is said that it was not sent.
 * @returns ends that
 */
export function holdForms(): () => void {
  const onSubmit = (event: SubmitEvent) => {
    const { target: form, submitter } = event;
    if (!(form instanceof HTMLFormElement) || form.method !== 'post') return;
    const code = codeOf(new URL(form.action).pathname);
    if (!code) return;
    event.preventDefault();
    event.stopPropagation();
    code.then(
      () => form.isConnected && form.requestSubmit(submitter),
      () => window.dispatchEvent(new Event(UNSENT)),
    );
  };
  document.addEventListener('submit', onSubmit, { capture: true });
  return () => document.removeEventListener('submit', onSubmit, { capture: true });
}

/** The same for an address that a form will post to, or a link leads to. */
export function loadRoute(path: string): void {
  void codeOf(path)?.catch(() => undefined);
}

/**
 * Loads the code of a route.
 * @returns null where it is there already; fails where it does not come, and may be asked for again
 */
export function codeOf(path: string): Promise<unknown> | null {
  // Each photo has an address for its star; they are one route.
  const pattern = path.replace(/\d+/g, '0');
  const known = asked.get(pattern);
  if (known) return known === THERE ? null : known;
  const id = matchRoutes(window.__remixRouter.routes, path)?.at(-1)?.route.id;
  const route = id === undefined ? undefined : window.__remixManifest.routes[id];
  if (!route || route.id in window.__remixRouteModules) return null;
  const code: Promise<unknown> = import(/* @vite-ignore */ route.module).then(
    () => asked.set(pattern, THERE),
    (error: unknown) => {
      asked.delete(pattern);
      throw error;
    },
  );
  asked.set(pattern, code);
  return code;
}

const THERE: Promise<unknown> = Promise.resolve();
