import { useEffect, useRef } from 'react';
import { useBrowserLayoutEffect } from '~/components/ui/use-browser-layout-effect';

/** Where a conversation ends: its newest message stands above it. */
export const END_ID = 'newest';

/**
 * Has a page of a conversation begin at its end where its address names no place, and stay there while more
 * comes as long as the reader stands there; whoever reads further up is left alone (rule `screens.scroll`).
 * @param newest the last message that is shown; null for none
 * @param isNewest whether this is the page of the newest messages
 */
export function useEndOfThread(newest: number | null, isNewest: boolean): void {
  const isSeen = useRef(false);
  const drawn = useRef(newest);

  useEffect(() => {
    const end = document.getElementById(END_ID);
    if (!end) return;
    if (isNewest && window.scrollY === 0 && !window.location.hash) end.scrollIntoView();
    const observer = new IntersectionObserver(([entry]) => {
      isSeen.current = entry?.isIntersecting ?? false;
    });
    observer.observe(end);
    return () => observer.disconnect();
  }, [isNewest]);

  useBrowserLayoutEffect(() => {
    if (drawn.current === newest) return;
    drawn.current = newest;
    if (isSeen.current) document.getElementById(END_ID)?.scrollIntoView();
  }, [newest]);
}
