import { useLocation } from '@remix-run/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { usePages, type Page } from '~/components/pages/use-pages';
import type { WatchProps } from '~/components/shell/watch';
import { PAGE_SIZE } from '~/models/list-place';
import { POLLING } from '~/offline/poll-schedules';
import { endpoints } from '~/paths';
import type { FeedView, SheetPhoto } from './event-views';
import { holdBack, showAll } from './held-back';

/** What a poll compares: the photos' ids. Star counts change unseen here. */
const idsOf = (answer: unknown) => (answer as { id: number }[]).map(({ id }) => id);

const pageOf = ({ photos, more }: FeedView): Page<SheetPhoto> => ({ items: photos, more });

/** The page in what the feed's loader answers. */
export const readPage = (answer: unknown) => pageOf((answer as { feed: FeedView }).feed);

/**
 * The photos of the feed as far as they were read. A poll asks which of them are still there and what is
 * new, which waits until it is asked for; a page that was loaded earlier is not loaded again.
 * @returns `watch`, for the poll
 */
export function useFeed(feed: FeedView) {
  const { first, news, take, taken } = useNews(feed);
  const { items, more, hasGrown, add, keepOnly } = usePages(first);
  const isFromNewest = !feed.filter && !feed.newest && !feed.sort;
  const limit = Math.max(PAGE_SIZE, items.length);
  const known = isFromNewest
    ? [...news.photos, ...items].slice(0, limit).map(({ id }) => id)
    : undefined;
  const [asked, setAsked] = useState(0);
  const watch: WatchProps = {
    url: endpoints.eventPhotos(feed.eventId, { limit }),
    schedule: POLLING.photos,
    pick: idsOf,
    known,
    onAnswer: (answer) => {
      const ids = idsOf(answer);
      if (isFromNewest) keepOnly(ids, ids.length < limit);
    },
    asked,
  };

  // The first page was loaded again: something was done, a deletion perhaps, to what came after it.
  const drawn = useRef(feed);
  useEffect(() => {
    if (drawn.current === feed) return;
    drawn.current = feed;
    if (hasGrown) setAsked((times) => times + 1);
  }, [feed, hasGrown]);

  return { items, more, add, news, take, taken, watch };
}

/** The first page as it is shown, and the news that wait above it. */
function useNews(feed: FeedView) {
  const answer = useMemo(() => pageOf(feed), [feed]);
  // Whoever comes here anew, or presses the tab once more, sees all there is.
  const { key } = useLocation();
  const list = `${key} ${feed.eventId} ${feed.filter?.userId ?? ''} ${feed.newest ?? ''} ${feed.sort}`;
  const [held, setHeld] = useState(() => ({ list, ...showAll(answer) }));
  const [taken, setTaken] = useState<ReadonlySet<number>>(new Set());
  let now = held;
  if (held.answer !== answer) {
    now = { list, ...(held.list === list ? holdBack(held, answer) : showAll(answer)) };
    setHeld(now);
  }
  return {
    first: now.shown,
    news: { photos: now.news, isMore: now.isMore },
    /** Shows the news. */
    take() {
      setTaken(new Set(now.news.map(({ id }) => id)));
      setHeld({ list, ...showAll(now.answer) });
    },
    /** What was taken last. */
    taken,
  };
}
