import { useNavigationType } from '@remix-run/react';
import { useCallback, useEffect, useState } from 'react';
import { useScreen } from '~/browser/screen';

/** A part of a long list, as loaders return it. */
export interface Page<T> {
  items: T[];
  /** The URL of the next part; null at the end. */
  more: string | null;
}

/** The items added to the first page of a list, including that page as it was then. */
interface Seen<T> extends Page<T> {
  address: string;
}

/**
 * The lists of recently left screens, for going back to them. Only in memory: a new document starts with the first
 * page that the server draws. Stored lists would have to be added after hydration and scrolled to a second time, which
 * is more code than guests' pages have room for (`tests/api/bundle.test.ts`).
 */
const leftLists = new Map<string, Seen<unknown>>();
const LEFT_MAX = 8;

/**
 * A long list that grows while the user reads on. Going back restores it as it was; the loader's current
 * answer replaces the first page.
 * @param first the page at the URL, and which of several lists with that URL it is
 */
export function usePages<T extends { id: number }>(first: Page<T> & { order: string | null }) {
  const { pathname, search } = useScreen();
  const address = pathname + search + first.order;
  const isBack = useNavigationType() === 'POP';
  const [grown, setGrown] = useState(() =>
    isBack ? (leftLists.get(address) as Seen<T>) : undefined,
  );
  const seen = grown?.address === address ? grown : undefined;
  const { items, more } = seen ? joinPages(first, seen) : first;

  useEffect(() => {
    if (seen) rememberSeen(seen);
  }, [seen]);

  const add = useCallback(
    (page: Page<T>) => {
      setGrown((before) => {
        const shown = before?.address === address ? joinPages(first, before) : first;
        const ids = new Set(shown.items.map(({ id }) => id));
        const added = page.items.filter(({ id }) => !ids.has(id));
        return { address, items: [...shown.items, ...added], more: page.more };
      });
    },
    [address, first],
  );
  /** Removes deleted items, given the ids of all that exist. */
  const removeMissing = useCallback((ids: ReadonlySet<number>) => {
    setGrown((before) => before && { ...before, items: existing(before.items, ids) });
  }, []);

  return { items, more, hasGrown: items.length > first.items.length, add, removeMissing };
}

/** The items whose ids are among these. */
export const existing = <T extends { id: number }>(items: T[], ids: ReadonlySet<number>): T[] =>
  items.filter(({ id }) => ids.has(id));

function rememberSeen(seen: Seen<unknown>): void {
  leftLists.delete(seen.address);
  leftLists.set(seen.address, seen);
  const [oldest] = leftLists.keys();
  if (leftLists.size > LEFT_MAX && oldest !== undefined) leftLists.delete(oldest);
}

/**
 * Joins a reloaded first page with the items loaded after it. If the two do not overlap any more, only the
 * first page is used.
 */
export function joinPages<T extends { id: number }>(first: Page<T>, seen: Page<T>): Page<T> {
  const last = first.items.at(-1);
  const place = seen.items.findIndex(({ id }) => id === last?.id);
  if (first.more === null || place < 0) return first;
  const ids = new Set(first.items.map(({ id }) => id));
  const rest = seen.items.slice(place + 1).filter(({ id }) => !ids.has(id));
  return rest.length > 0 ? { items: [...first.items, ...rest], more: seen.more } : first;
}
