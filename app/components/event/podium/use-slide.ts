import { useRef, type RefObject } from 'react';
import { useBrowserLayoutEffect } from '~/components/ui/use-browser-layout-effect';

const SETTLE = { duration: 420, easing: 'cubic-bezier(0.22, 0.9, 0.3, 1)' };
/** The maximum number of animations; further items jump to their place. */
const MOVES_MAX = 12;

/**
 * Animates the items of a list from their old to their new places when their order changes. With reduced motion they
 * jump.
 * @param list each of its items has an `id`
 * @param order a value that changes with the order
 */
export function useSlide(list: RefObject<HTMLElement>, order: string): void {
  const places = useRef(new Map<string, DOMRect>());
  useBrowserLayoutEffect(() => {
    const before = places.current;
    places.current = new Map();
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    let moves = 0;
    for (const item of list.current?.children ?? []) {
      if (!item.id) continue;
      const now = placeIn(list.current, item);
      places.current.set(item.id, now);
      const then = before.get(item.id);
      const [x, y] = then ? [then.x - now.x, then.y - now.y] : [0, 0];
      if (isStill || (x === 0 && y === 0) || moves >= MOVES_MAX) continue;
      moves += 1;
      item.animate([{ translate: `${x}px ${y}px` }, { translate: '0 0' }], SETTLE);
    }
  }, [list, order]);
}

/** An item's place in its list, independent of scrolling. */
function placeIn(list: Element | null, item: Element): DOMRect {
  const outer = list?.getBoundingClientRect() ?? new DOMRect();
  const { x, y, width, height } = item.getBoundingClientRect();
  return new DOMRect(x - outer.x, y - outer.y, width, height);
}
