import { useNavigation, useNavigationType } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { useScreen } from '~/browser/screen';
import { useBrowserLayoutEffect } from '../ui/use-browser-layout-effect';

const STORAGE_KEY = 'scroll-places';
/** The router's key of each document's first entry; such entries are told apart by their URL. */
const FIRST_ENTRY = 'default';

/** A scroll position in CSS pixels. */
interface Place {
  y: number;
  /** An element near the top and its distance from it, because the content above it may change its height. */
  at?: { id: string; top: number };
}

/** The scroll position of each screen of this tab, by history entry. */
const places: Record<string, Place> = {};

/** Where to look for an element to remember, as parts of the viewport: below a phone's header. */
const PROBE = { x: 0.25, y: 0.3 };

/**
 * Scrolls a new screen to its top or to the element in its hash, and after Back or a reload to where it was left.
 * Remix' own component is not suitable: it scrolls back whenever data are reloaded, to where the page was when the
 * reload began, and it knows only pixels, while photos get their height when they come near.
 */
export function ScrollMemory({ nonce }: { nonce?: string }) {
  const { key: entry, hash, pathname, search } = useScreen();
  const key = entry === FIRST_ENTRY ? pathname + search : entry;
  const isReplaced = useNavigationType() === 'REPLACE';
  const { state, formMethod } = useNavigation();
  const isSent = useRef(false);
  if (state !== 'idle') isSent.current = formMethod === 'POST';
  const shown = useRef<string | null>(null);
  const shownPath = useRef(pathname);

  // Runs before the new screen is painted; later scrolling belongs to it.
  useBrowserLayoutEffect(() => {
    const before = shown.current;
    const isSamePath = shownPath.current === pathname;
    shown.current = key;
    shownPath.current = pathname;
    if (before === null || before === key) return;
    // A form that answers on the same page does not scroll.
    const stays = isSamePath && (isReplaced || isSent.current);
    isSent.current = false;
    if (!stays) arrive(key, hash);
  }, [key, hash, pathname, isReplaced]);

  useEffect(() => {
    Object.assign(places, readPlaces());
    const take = () => (window.history.scrollRestoration = 'manual');
    take();
    const note = () => {
      // The skeleton of the next screen is scrolled, not a screen.
      if (document.querySelector('[data-skeleton]')) return;
      if (shown.current !== null) places[shown.current] = { y: window.scrollY };
    };
    // Every navigation begins with a press, a key or the browser's Back.
    const noteExactly = () => {
      note();
      const place = shown.current !== null && places[shown.current];
      if (place) place.at = findElementNearTop();
    };
    const leave = () => {
      noteExactly();
      writePlaces();
      window.history.scrollRestoration = 'auto';
    };
    window.addEventListener('scroll', note, { passive: true });
    for (const type of LEAVING) window.addEventListener(type, noteExactly, { capture: true });
    window.addEventListener('pagehide', leave);
    // The browser's memory may hold the whole page for Back.
    window.addEventListener('pageshow', take);
    return () => {
      window.removeEventListener('scroll', note);
      for (const type of LEAVING) window.removeEventListener(type, noteExactly, { capture: true });
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('pageshow', take);
    };
  }, []);

  // It runs only in the server's HTML, so the browser's bundle does not contain it.
  const script = import.meta.env.SSR
    ? `(${restoreAfterReload.toString()})(${JSON.stringify(STORAGE_KEY)})`
    : '';
  return (
    <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />
  );
}

const LEAVING = ['pointerdown', 'keydown', 'popstate'] as const;

function findElementNearTop(): Place['at'] {
  const { innerWidth, innerHeight } = window;
  const found = document.elementFromPoint(innerWidth * PROBE.x, innerHeight * PROBE.y);
  const element = found?.closest('main [id]');
  return element ? { id: element.id, top: element.getBoundingClientRect().top } : undefined;
}

/** Scrolls to a place, and again in the next frames, because photos get their height when they come near. */
function scrollToPlace({ y, at }: Place, frames = 2): void {
  window.scrollTo(0, y);
  adjust();
  function adjust(): void {
    const element = at && document.getElementById(at.id);
    if (!element) return;
    window.scrollBy(0, element.getBoundingClientRect().top - at.top);
    frames -= 1;
    if (frames >= 0) requestAnimationFrame(adjust);
  }
}

function arrive(key: string, hash: string): void {
  const left = places[key];
  if (left) return scrollToPlace(left);
  const element = elementOf(hash);
  if (element) return element.scrollIntoView();
  window.scrollTo(0, 0);
}

/** The element that a hash names, or null. */
function elementOf(hash: string): HTMLElement | null {
  try {
    return hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
  } catch {
    // A stray percent sign cannot be decoded.
    return null;
  }
}

/** Runs in the HTML before any other script, so that a reload shows no jump. */
function restoreAfterReload(storageKey: string): void {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (load?.type === 'navigate') return;
  const { key } = (window.history.state ?? {}) as { key?: string };
  const { pathname, search } = window.location;
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Record<
      string,
      unknown
    >;
    const place = stored[key ?? pathname + search] as { y?: unknown } | undefined;
    if (typeof place?.y === 'number') window.scrollTo(0, place.y);
  } catch {
    // Without storage the browser decides where the page starts.
  }
}

function readPlaces(): Record<string, Place> {
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}') as Record<string, Place>;
  } catch {
    return {};
  }
}

function writePlaces(): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(places));
  } catch {
    // If storage is full, only the scroll positions are lost.
  }
}
