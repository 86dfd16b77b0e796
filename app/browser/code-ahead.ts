import { matchRoutes } from '@remix-run/react';
import { UNSENT } from './keep-form';

// Remix reloads the page when it cannot load a route's code. So the code that a page may need next is loaded ahead,
// while there is a connection: Remix' own `import` of the file then finds it in the page.

/** The file of code behind an address, which may have parameters. The build lists them. */
interface RouteCode {
  path: string;
  file: string;
}

let list: Promise<RouteCode[]> | undefined;
/** The paths whose code is there. */
const ready = new Set<string>();

/** @returns none while developing, when Vite has the code; @throws TypeError when nothing answers */
async function readList(): Promise<RouteCode[]> {
  if (import.meta.env.DEV) return [];
  const response = await fetch('/route-code.json');
  return response.ok ? ((await response.json()) as RouteCode[]) : [];
}

/** An address without its numbers: each photo has an address of its own, and they share a route. */
const patternOf = (address: string) => address.replace(/\d+/g, '0');

/** Whether the code of an address' route is there. */
function isReady(address: string): boolean {
  return ready.has(patternOf(address));
}

/**
 * Loads the code of an address' route.
 * @throws TypeError when it cannot be loaded; another call tries again
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

/** Loads the code of an address that a form will post to, or a link leads to. */
export function preloadCode(address: string): void {
  loadCode(address).catch(() => undefined);
}

/**
 * Holds a form back until the code of its route is there. When that cannot be loaded, the form stays, and a toast
 * says that it was not sent.
 * @returns ends that
 */
export function holdForms(): () => void {
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
