import { useEffect } from 'react';

/** The scroll position in pixels from which the stars hang in the header (hung-stars.css). */
const SCROLLED_PX = 48;

/** Marks the page as scrolled, for browsers without scroll-driven animations. Renders nothing. */
export function ScrollMark(): null {
  useEffect(() => {
    if (CSS.supports('animation-timeline: scroll()')) return;
    const page = document.documentElement;
    const mark = () => page.toggleAttribute('data-scrolled', window.scrollY > SCROLLED_PX);
    mark();
    window.addEventListener('scroll', mark, { passive: true });
    return () => window.removeEventListener('scroll', mark);
  }, []);
  return null;
}
