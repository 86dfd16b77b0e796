import { useEffect, useRef } from 'react';
import { useBrowserLayoutEffect } from '~/components/ui/use-browser-layout-effect';

/** The id of the end of a conversation; the newest message is above it. */
export const END_ID = 'newest';

/**
 * Scrolls a conversation to its end if the URL has no anchor, and keeps it there for new messages while the
 * reader is at the end. A reader further up is not moved (rule `screens.scroll`).
 * @param newest the id of the last message shown; null for none
 * @param isNewest whether this is the page with the newest messages
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
