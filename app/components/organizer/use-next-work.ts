import { useEffect, useRef } from 'react';

/**
 * The pressed button disappears with its item, so the focus moves to the item that takes its place (marked with
 * `data-work`), or to the list once it is empty.
 * @param items what the loader returned: a new object each time
 */
export function useNextWork<List extends HTMLElement>(items: unknown) {
  const list = useRef<List>(null);
  const index = useRef<number | null>(null);
  useEffect(() => {
    if (index.current === null || !list.current) return;
    const next = workIn(list.current).at(Math.min(index.current, lastOf(list.current)));
    index.current = null;
    (next ?? list.current).focus({ preventScroll: true });
    next?.scrollIntoView({ block: 'nearest' });
  }, [items]);
  return {
    list,
    /** To be called when an item's button is pressed. */
    noteWork() {
      const current = document.activeElement?.closest<HTMLElement>('[data-work]');
      index.current = Math.max(
        0,
        current && list.current ? workIn(list.current).indexOf(current) : 0,
      );
    },
  };
}

const workIn = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>('[data-work]')];

const lastOf = (list: HTMLElement) => Math.max(0, workIn(list).length - 1);
