import { useNavigation, useNavigationType } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { useScreen } from '~/components/dialogs/screen';
import { useBrowserLayoutEffect } from '../ui/use-browser-layout-effect';

const STORAGE_KEY = 'scroll-places';

/** Where a screen was left, in CSS pixels. */
interface Place {
  y: number;
  /** What stood near the top, and how far from it: what lies above may have another height by then. */
  at?: { id: string; top: number };
}

/** Where each screen of this tab was left, by the key of its history entry. */
const places: Record<string, Place> = {};

/** From where on the screen is looked for what stands there: below a phone's header. */
const PROBE = { x: 0.25, y: 0.3 };

/**
 * Where a screen begins: at the top, at the place that its address names, or, for who goes back or
 * reloads, where it was left. Only going somewhere moves the page. (Remix's own component moves it back
 * whenever data are loaded again, to where it stood when the loading began, and knows pixels only, while
 * prints get their height as they come near.)
 */
export function ScrollMemory({ nonce }: { nonce?: string }) {
  const { key, hash, pathname } = useScreen();
  const isReplaced = useNavigationType() === 'REPLACE';
  const { state, formMethod } = useNavigation();
  const isSent = useRef(false);
  if (state !== 'idle') isSent.current = formMethod === 'POST';
  const shown = useRef<string | null>(null);
  const shownPath = useRef(pathname);

  // Before the new screen is painted; scrolling that comes later counts for it.
  useBrowserLayoutEffect(() => {
    const before = shown.current;
    const isSamePath = shownPath.current === pathname;
    shown.current = key;
    shownPath.current = pathname;
    if (before === null || before === key) return;
    // A form that was answered where it stands leaves the page there, too.
    const stays = isSamePath && (isReplaced || isSent.current);
    isSent.current = false;
    if (!stays) arrive(key, hash);
  }, [key, hash, pathname, isReplaced]);

  useEffect(() => {
    Object.assign(places, readPlaces());
    const take = () => (window.history.scrollRestoration = 'manual');
    take();
    const note = () => {
      // While something stands in for the next screen, how far that is scrolled counts for none.
      if (document.querySelector('.skeleton')) return;
      if (shown.current !== null) places[shown.current] = { y: window.scrollY };
    };
    // Whoever goes elsewhere presses something first, or the browser's Back.
    const noteExactly = () => {
      note();
      const place = shown.current !== null && places[shown.current];
      if (place) place.at = whatStandsThere();
    };
    const leave = () => {
      noteExactly();
      writePlaces();
      window.history.scrollRestoration = 'auto';
    };
    window.addEventListener('scroll', note, { passive: true });
    for (const type of LEAVING) window.addEventListener(type, noteExactly, { capture: true });
    window.addEventListener('pagehide', leave);
    // The browser may have kept the whole page for who comes back to it.
    window.addEventListener('pageshow', take);
    return () => {
      window.removeEventListener('scroll', note);
      for (const type of LEAVING) window.removeEventListener(type, noteExactly, { capture: true });
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('pageshow', take);
    };
  }, []);

  // It runs in the server's page alone, so the browser's code need not have it.
  const script = import.meta.env.SSR
    ? `(${restoreAfterReload.toString()})(${JSON.stringify(STORAGE_KEY)})`
    : '';
  return (
    <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />
  );
}

const LEAVING = ['pointerdown', 'keydown', 'popstate'] as const;

function whatStandsThere(): Place['at'] {
  const { innerWidth, innerHeight } = window;
  const found = document.elementFromPoint(innerWidth * PROBE.x, innerHeight * PROBE.y);
  const element = found?.closest('main [id]');
  return element ? { id: element.id, top: element.getBoundingClientRect().top } : undefined;
}

/** Goes to a place; again in the next frames, for prints get their heights only when they come near. */
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
  if (left) return goBackTo(left);
  const place = placeOf(hash);
  if (place) return place.scrollIntoView();
  window.scrollTo(0, 0);
}

/** What an address names after its `#`, or null. */
function placeOf(hash: string): HTMLElement | null {
  try {
    return hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
  } catch {
    // A stray percent sign is no place.
    return null;
  }
}

/** Runs in the page itself, before any other script: whoever reloads sees no jump. */
function restoreAfterReload(storageKey: string): void {
  const state = window.history.state as { key?: string } | null;
  if (!state?.key) {
    // The router takes the entry's key from here; without one all first entries would share theirs.
    const key = Math.random().toString(32).slice(2);
    window.history.replaceState({ key }, '');
    return;
  }
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Record<
      string,
      unknown
    >;
    const place = stored[state.key] as { y?: unknown } | undefined;
    if (typeof place?.y === 'number') window.scrollTo(0, place.y);
  } catch {
    // Without storage the page begins where the browser puts it.
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
    // A full storage keeps no place; nothing else is lost.
  }
}
