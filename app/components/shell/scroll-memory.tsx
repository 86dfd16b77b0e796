import { useNavigation, useNavigationType } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { useScreen } from '~/components/dialogs/screen';
import { useBrowserLayoutEffect } from '../ui/use-browser-layout-effect';

const STORAGE_KEY = 'scroll-places';
/** The router's key of every entry that a document began; those are told apart by their URL. */
const FIRST_ENTRY = 'default';

/** The scroll position of a screen when the user left it, in CSS pixels. */
interface Place {
  y: number;
  /** The element near the top, and its distance from it. What lies above may have another height later. */
  at?: { id: string; top: number };
}

/** The position of each screen of this tab, by the key of its history entry. */
const places: Record<string, Place> = {};

/** Where to look for that element: below a phone's header. */
const PROBE = { x: 0.25, y: 0.3 };

/**
 * Sets where a screen starts: at the top, at the element that its URL names, or, on Back or a reload, where
 * the user left it. Only a navigation scrolls the page. Remix's own component also scrolls after every
 * revalidation, to the position when it began, and it knows only pixels, while prints get their height as
 * they come near.
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

  // Before the new screen is painted. Scrolling after this counts as the new screen's.
  useBrowserLayoutEffect(() => {
    const before = shown.current;
    const isSamePath = shownPath.current === pathname;
    shown.current = key;
    shownPath.current = pathname;
    if (before === null || before === key) return;
    // A form that is answered on the same screen does not scroll either.
    const stays = isSamePath && (isReplaced || isSent.current);
    isSent.current = false;
    if (!stays) arrive(key, hash);
  }, [key, hash, pathname, isReplaced]);

  useEffect(() => {
    Object.assign(places, readPlaces());
    const take = () => (window.history.scrollRestoration = 'manual');
    take();
    const note = () => {
      // Scrolling while a placeholder stands for the next screen counts for neither.
      if (document.querySelector('.skeleton')) return;
      if (shown.current !== null) places[shown.current] = { y: window.scrollY };
    };
    // The user presses something, or the browser's Back, before leaving.
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
    // The browser may restore the whole page from memory.
    window.addEventListener('pageshow', take);
    return () => {
      window.removeEventListener('scroll', note);
      for (const type of LEAVING) window.removeEventListener(type, noteExactly, { capture: true });
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('pageshow', take);
    };
  }, []);

  // It runs only in the server's page, so the browser's code does not need it.
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

/**
 * Scrolls to a position, and again in the next frames, because prints get their height only as they come
 * near.
 */
function goBackTo({ y, at }: Place, frames = 2): void {
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

/** The element that a URL names after its `#`, or null. */
function placeOf(hash: string): HTMLElement | null {
  try {
    return hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
  } catch {
    // A malformed escape names no element.
    return null;
  }
}

/** Runs in the page before any other script, so that a reload does not jump. */
function restoreAfterReload(storageKey: string): void {
  const state = window.history.state as { key?: string } | null;
  if (!state?.key) {
    // The router takes the entry's key from here. Without it, all first entries would share one.
    const key = Math.random().toString(32).slice(2);
    window.history.replaceState({ key }, '');
    return;
  }
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
    // If storage is full, only the position is lost.
  }
}
