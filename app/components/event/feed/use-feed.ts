import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { existing, usePages } from './use-pages';
import type { FeedView, SheetPhoto } from '~/components/event/event-views';
import { holdBack, showAll, type FirstPage } from './held-back';
import { useScreen } from '~/browser/screen';

const pageOf = ({ photos, more, look, event }: FeedView): FirstPage<SheetPhoto> => ({
  items: photos,
  more,
  order: look,
  count: event.photoCount,
});

/** The page in the answer of the feed's loader. */
export const readPage = (answer: unknown) => pageOf((answer as { feed: FeedView }).feed);

/**
 * The photos of the feed that were loaded so far. New ones wait until the user asks for them. Further pages
 * are not reloaded, but deleted photos are removed from them.
 */
export function useFeed(feed: FeedView) {
  const { first, news, take, taken, removeMissing: removeFirst } = useNews(feed);
  const { items, more, hasGrown, add, removeMissing } = usePages(first);
  const isAsking = (hasGrown || first.order !== feed.look) && !feed.filter && !feed.newest;

  // The first page was reloaded: something has changed, perhaps a photo on a further page.
  const drawn = useRef(feed);
  useEffect(() => {
    if (drawn.current === feed) return;
    drawn.current = feed;
    if (!isAsking) return;
    void import('~/browser/live/cached-answers')
      .then(({ askPhotoIds }) => askPhotoIds(feed.eventId))
      .catch(() => null)
      .then((ids) => {
        if (!ids || drawn.current !== feed) return;
        const there = new Set(ids);
        removeMissing(there);
        removeFirst(there);
      });
  }, [feed, isAsking, removeMissing, removeFirst]);

  return { items, more, add, news, take, taken };
}

/** The first page as shown, and the new photos that wait above it. */
function useNews(feed: FeedView) {
  const answer = useMemo(() => pageOf(feed), [feed]);
  // A user who opens the feed, or presses its tab again, sees everything.
  const { key } = useScreen();
  const list = `${key} ${feed.eventId} ${feed.filter?.userId ?? ''} ${feed.newest ?? ''} ${feed.sort}`;
  const [held, setHeld] = useState(() => ({ list, ...showAll(answer) }));
  const [taken, setTaken] = useState<ReadonlySet<number>>(new Set());
  let now = held;
  if (held.answer !== answer) {
    now = { list, ...(held.list === list ? holdBack(held, answer) : showAll(answer)) };
    setHeld(now);
  }
  const removeMissing = useCallback((ids: ReadonlySet<number>) => {
    setHeld((before) => ({
      ...before,
      shown: { ...before.shown, items: existing(before.shown.items, ids) },
    }));
  }, []);
  return {
    removeMissing,
    first: now.shown,
    news: { photos: now.news, isMore: now.isMore },
    /** Shows the new photos. */
    take() {
      setTaken(new Set(now.news.map(({ id }) => id)));
      setHeld({ list, ...showAll(now.answer) });
    },
    /** The new photos shown last. */
    taken,
  };
}
