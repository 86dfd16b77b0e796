import { useEffect, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';

/**
 * How long after the last scroll the space closes, in ms: closing it earlier would stop a page that is still gliding.
 */
const SETTLED_MS = 150;

/**
 * Whether an element keeps its height. Once it has nothing to show, its space closes after the next scroll that leaves
 * it behind, and the page is scrolled by as much: nothing moves under the finger.
 */
export function usePlace(element: RefObject<HTMLElement>, isNeeded: boolean): boolean {
  const [isOpen, setIsOpen] = useState(isNeeded);
  if (isNeeded && !isOpen) setIsOpen(true);
  const isEmpty = isOpen && !isNeeded;

  useEffect(() => {
    if (!isEmpty) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const close = () => {
      const place = element.current;
      if (!place || window.scrollY < place.offsetHeight) return;
      const bottom = () => place.getBoundingClientRect().bottom;
      const before = bottom();
      flushSync(() => setIsOpen(false));
      window.scrollBy({ top: bottom() - before, behavior: 'instant' });
    };
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(close, SETTLED_MS);
    };
    window.addEventListener('scroll', later, { passive: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener('scroll', later);
    };
  }, [element, isEmpty]);
  return isOpen;
}
