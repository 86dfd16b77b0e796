import { joinPages, type Page } from '~/components/pages/use-pages';

/** The first page of a list as it is shown, and what has come since and waits to be asked for. */
export interface HeldBack<T> {
  /** What the loader answered last. */
  answer: Page<T>;
  shown: Page<T>;
  /** The newest first. */
  news: T[];
  /** Whether there may be more of it than was loaded: the answer does not reach what is shown. */
  isMore: boolean;
}

/** The list as it comes first: all of it is shown. */
export const showAll = <T>(answer: Page<T>): HeldBack<T> => ({
  answer,
  shown: answer,
  news: [],
  isMore: false,
});

/**
 * A first page that was loaded again, without pushing what is being read: what is new on top waits. Into
 * an empty list it comes at once, and so does one's own.
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
    // Nothing is left of what was shown where the answer is the whole list.
    const shown = answer.more === null ? { items: [], more: null } : before.shown;
    return shown.items.length === 0
      ? showAll(answer)
      : { answer, shown, news, isMore: answer.more !== null };
  }
  const rest = { items: answer.items.slice(place), more: answer.more };
  return { answer, shown: joinPages(rest, before.shown), news, isMore: false };
}
