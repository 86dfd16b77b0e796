import { matchRoutes } from '@remix-run/react';
import { UNSENT } from './keep-form';

// Remix reloads the page when it cannot load a route's code. So the code that a page may need next is loaded
// early, while there is a connection. Remix's own `import` of the file then finds it in the page.

/** A route's path, which may have parameters, and its file of code. The build writes this list. */
interface RouteCode {
  path: string;
  file: string;
}

let list: Promise<RouteCode[]> | undefined;
/** The paths whose code is loaded. */
const ready = new Set<string>();

/**
 * @returns an empty list in development, where Vite has the code
 * @throws TypeError if nothing answers
 */
async function readList(): Promise<RouteCode[]> {
  if (import.meta.env.DEV) return [];
  const response = await fetch('/route-code.json');
  return response.ok ? ((await response.json()) as RouteCode[]) : [];
}

/** A URL without its numbers. Every photo has its own URL, but all of them share a route. */
const patternOf = (address: string) => address.replace(/\d+/g, '0');

/** Whether the code of a URL's route is loaded. */
function isReady(address: string): boolean {
  return ready.has(patternOf(address));
}

/**
 * Loads the code of a URL's route.
 * @throws TypeError if it cannot be loaded; another call tries again
 */
export async function loadCode(address: string): Promise<void> {
  if (isReady(address)) return;
  try {
    list ??= readList();
    const route = matchRoutes(await list, address)?.at(-1)?.route;
    if (route) await import(/* @vite-ignore */ route.file);
    ready.add(patternOf(address));
  } catch (error) {
    list = undefined;
    throw error;
  }
}

/** Loads the code of a URL that a form will post to or a link leads to. */
export function preloadCode(address: string): void {
  loadCode(address).catch(() => undefined);
}

/**
 * Delays each form until the code of its route is loaded. If that fails, the form stays and a toast says that
 * it was not sent.
 * @returns a function that stops this
 */
export function delayForms(): () => void {
  const onSubmit = (event: SubmitEvent) => {
    const { target: form, submitter } = event;
    if (!(form instanceof HTMLFormElement) || form.method !== 'post') return;
    const { pathname } = new URL(form.action);
    if (isReady(pathname)) return;
    event.preventDefault();
    event.stopPropagation();
    loadCode(pathname).then(
      () => form.isConnected && form.requestSubmit(submitter),
      () => window.dispatchEvent(new Event(UNSENT)),
    );
  };
  document.addEventListener('submit', onSubmit, { capture: true });
  return () => document.removeEventListener('submit', onSubmit, { capture: true });
}
