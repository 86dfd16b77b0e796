import { useLocation } from '@remix-run/react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { codeOf, loadRoute, waitForServer } from './keep-screens';
import { serverAway } from './server-away';

/** When the code of the screens around this one is loaded, in milliseconds: the photos come first. */
const LINKS_AFTER_MS = 2500;

/**
 * Has the links of an event's screens lead on when the connection is bad: their code is there before. Their
 * data are asked for by a press alone: a touch may become a scroll, and what an answer says once would be lost.
 * It draws nothing.
 */
export function LinksAhead(): null {
  const location = useLocation();
  const { i18n } = useTranslation();
  useEffect(() => {
    // The texts of the slots come by themselves: without them the profile's tab would wait once more.
    void i18n.loadNamespaces('own');
  }, [i18n]);
  useEffect(holdLinks, []);
  useEffect(() => {
    const later = window.setTimeout(loadLinkRoutes, LINKS_AFTER_MS);
    return () => window.clearTimeout(later);
  }, [location]);
  return null;
}

/** Loads the code of what the navigation and a print lead to. */
function loadLinkRoutes(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>(
    'nav a, .sheet li:first-child a',
  )) {
    if (link.origin === window.location.origin) loadRoute(link.pathname);
  }
}

/**
 * Holds a link back until the code of its screen is there. Remix goes at once, and reloads the page where
 * the code does not come: with the network gone, the browser's own error page would take its place.
 * @returns ends that
 */
function holdLinks(): () => void {
  let waiting: AbortController | undefined;
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element && event.target.closest('a');
    if (!link || !isFollowedHere(link, event)) return;
    waiting?.abort();
    const code = codeOf(link.pathname);
    if (!code) return;
    event.preventDefault();
    event.stopPropagation();
    waiting = new AbortController();
    void untilThere(code, link.pathname, waiting.signal).then(
      () => link.isConnected && link.click(),
      // Another link was pressed meanwhile.
      () => undefined,
    );
  };
  document.addEventListener('click', onClick, { capture: true });
  return () => document.removeEventListener('click', onClick, { capture: true });
}

function isFollowedHere(link: HTMLAnchorElement, event: MouseEvent): boolean {
  const { button, metaKey, altKey, ctrlKey, shiftKey } = event;
  const isPlain = button === 0 && !metaKey && !altKey && !ctrlKey && !shiftKey;
  const isFile = link.hasAttribute('download') || /\.\w+$/.test(link.pathname);
  return isPlain && link.origin === window.location.origin && !link.target && !isFile;
}

async function untilThere(
  code: Promise<unknown>,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  for (let coming: Promise<unknown> | null = code; coming; coming = codeOf(path)) {
    try {
      await coming;
    } catch {
      await serverAway(waitForServer(signal));
    }
    signal.throwIfAborted();
  }
}
