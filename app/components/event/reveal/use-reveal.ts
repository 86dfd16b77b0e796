import { useEffect, useRef, useState } from 'react';
import { thumbnailUrl } from '~/models/photo/rules';
import { nextChangeIn } from '~/models/event/reveal-stage';
import type { RevealShow } from '~/models/event/shape';
import { CLOCK_SET, serverNow } from '~/browser/live/server-clock';
import { followReveal } from '~/browser/reveal/follow-reveal';

const SECOND = 1000;

/** The state of a reveal at this moment. */
interface Moment {
  show: RevealShow;
  /** How many ms of it have passed. */
  passed: number;
  /** Whether nothing answers, and a place is missing that is still to come. */
  isLost: boolean;
}

/**
 * Follows a reveal by the server's clock, starting from what the page was loaded with.
 * @param first a later one with other places is used, too
 */
export function useReveal(first: RevealShow, eventId: number | null): Moment {
  const { startsAt, steps } = first;
  const [latest, setLatest] = useState(first);
  const [passed, setPassed] = useState(first.now - startsAt);
  const [isAway, setIsAway] = useState(false);
  const show = first.places.length > latest.places.length ? first : latest;
  const isComplete = show.places.length >= steps.length;
  const begin = useRef({ now: first.now, steps });

  useEffect(() => {
    const mountedAt = performance.now();
    const ending = new AbortController();
    const { signal } = ending;
    const { now, steps: all } = begin.current;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Until an answer has shown the server's time, assume that this page was made a moment ago.
    const read = () => (serverNow() ?? now + performance.now() - mountedAt) - startsAt;
    const tick = () => {
      clearTimeout(timer);
      // If a better clock is a little behind, nothing is taken back.
      setPassed((before) => (before - read() < SECOND ? Math.max(before, read()) : read()));
      const wait = nextChangeIn(all, read());
      if (wait !== null) timer = setTimeout(tick, wait);
    };
    tick();
    window.addEventListener(CLOCK_SET, tick, { signal });
    document.addEventListener('visibilitychange', tick, { signal });
    if (eventId !== null) {
      const hearing = { onShow: setLatest, onReach: setIsAway };
      followReveal(eventId, read, hearing, signal).catch(() => undefined);
      const noteNetwork = () => setIsAway(!navigator.onLine);
      window.addEventListener('offline', noteNetwork, { signal });
      window.addEventListener('online', noteNetwork, { signal });
    }
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [eventId, startsAt]);

  usePreloaded(show);
  return { show, passed, isLost: isAway && !isComplete };
}

/** Loads and decodes the photos before they are shown. */
function usePreloaded({ places }: RevealShow): void {
  const kept = useRef(new Map<string, HTMLImageElement>());
  useEffect(() => {
    for (const { imageUrl } of places.flatMap(({ photos }) => photos)) {
      const src = revealUrl(imageUrl);
      if (kept.current.has(src)) continue;
      const image = new Image();
      image.src = src;
      // As long as it is referenced, the browser keeps it decoded.
      kept.current.set(src, image);
      image.decode().catch(() => undefined);
    }
  }, [places]);
}

/** The file of a photo as the reveal shows it, large or small. */
export function revealUrl(imageUrl: string): string {
  return thumbnailUrl(imageUrl, 720);
}
