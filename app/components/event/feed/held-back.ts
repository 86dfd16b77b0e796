import { joinPages, type Page } from './use-pages';

/** The first page of a list as shown, and the new items that wait to be shown. */
export interface HeldBack<T> {
  /** The loader's last answer. */
  answer: Page<T>;
  shown: Page<T>;
  /** Newest first. */
  news: T[];
  /**
   * Whether there may be more new items than were loaded, because the answer does not overlap with what is
   * shown.
   */
  isMore: boolean;
}

/** The initial state, which shows the whole answer. */
export const showAll = <T>(answer: Page<T>): HeldBack<T> => ({
  answer,
  shown: answer,
  news: [],
  isMore: false,
});

/**
 * Merges a reloaded first page without moving what the user reads: new items on top wait. If the list was
 * empty, or an item is the user's own, all are shown at once.
 */
export function holdBack<T extends { id: number; isOwn: boolean }>(
  before: HeldBack<T>,
  answer: Page<T>,
): HeldBack<T> {
  const known = new Set(before.shown.items.map(({ id }) => id));
  const place = answer.items.findIndex(({ id }) => known.has(id));
  const news = place < 0 ? answer.items : answer.items.slice(0, place);
  if (known.size === 0 || news.some(({ isOwn }) => isOwn)) return showAll(answer);
  if (place < 0) {
    // If the answer is the whole list, nothing shown before still exists.
    const shown = answer.more === null ? { items: [], more: null } : before.shown;
    return shown.items.length === 0
      ? showAll(answer)
      : { answer, shown, news, isMore: answer.more !== null };
  }
  const rest = { items: answer.items.slice(place), more: answer.more };
  return { answer, shown: joinPages(rest, before.shown), news, isMore: false };
}
