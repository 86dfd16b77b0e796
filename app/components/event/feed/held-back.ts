import { joinPages, type Page } from './use-pages';

/** The first page of a list in one of its orders. */
export interface FirstPage<T> extends Page<T> {
  order: string | null;
  /** How many items the whole list has. */
  count: number;
}

/** The first page of a list as shown, and the new items that wait to be shown. */
interface HeldBack<T> {
  /** The loader's last answer. */
  answer: FirstPage<T>;
  shown: FirstPage<T>;
  /** Newest first. */
  news: T[];
  /**
   * Whether there may be more new items than were loaded, because the answer does not overlap with what is
   * shown.
   */
  isMore: boolean;
}

/** The initial state, which shows the whole answer. */
export const showAll = <T>(answer: FirstPage<T>): HeldBack<T> => ({
  answer,
  shown: answer,
  news: [],
  isMore: false,
});

/**
 * Merges a reloaded first page without moving what the user reads: new items on top wait. If the list was empty, or an
 * item is the user's own, all are shown immediately. An answer in another order (rule `feed.look`), which begins with
 * the new items, waits as a whole.
 */
export function holdBack<T extends { id: number; isOwn: boolean }>(
  before: HeldBack<T>,
  answer: FirstPage<T>,
): HeldBack<T> {
  const { order, count } = answer;
  const isSameOrder = order === before.shown.order;
  const added = Math.max(0, count - before.shown.count);
  const known = new Set(before.shown.items.map(({ id }) => id));
  const place = answer.items.findIndex(({ id }) => known.has(id));
  const news = answer.items.slice(0, isSameOrder ? (place < 0 ? undefined : place) : added);
  if (known.size === 0 || news.some(({ isOwn }) => isOwn)) return showAll(answer);
  if (!isSameOrder) return { answer, shown: before.shown, news, isMore: added > news.length };
  if (place < 0) {
    // If the answer is the whole list, nothing shown before still exists.
    const shown = answer.more === null ? { ...answer, items: [] } : before.shown;
    return shown.items.length === 0
      ? showAll(answer)
      : { answer, shown, news, isMore: answer.more !== null };
  }
  const rest = { ...answer, items: answer.items.slice(place) };
  const shown = { ...rest, ...joinPages(rest, before.shown), count: count - news.length };
  return { answer, shown, news, isMore: false };
}
