import { useEffect, useMemo, useRef } from 'react';
import { usePages, type Page } from '~/components/pages/use-pages';
import { PAGE_SIZE } from '~/models/list-place';
import { POLLING } from '~/offline/adaptive-polling';
import { useChangePolling } from '~/offline/use-change-polling';
import { endpoints } from '~/paths';
import type { FeedView, SheetPhoto } from './event-views';

/** What a poll compares: the photos' ids. Star counts change unseen here. */
const idsOf = (answer: unknown) => (answer as { id: number }[]).map(({ id }) => id);

const pageOf = ({ photos, more }: FeedView): Page<SheetPhoto> => ({ items: photos, more });

/** The page in what the feed's loader answers. */
export const readPage = (answer: unknown) => pageOf((answer as { feed: FeedView }).feed);

/**
 * The photos of the feed as far as they were read. A poll asks which of them are still there and what is
 * new; a page that was loaded earlier is not loaded again.
 */
export function useFeed(feed: FeedView) {
  const first = useMemo(() => pageOf(feed), [feed]);
  const { items, more, hasGrown, add, keepOnly } = usePages(first);
  const isFromNewest = !feed.filter && !feed.newest;
  const known = isFromNewest ? items.map(({ id }) => id) : undefined;
  const limit = Math.max(PAGE_SIZE, items.length);
  const look = useChangePolling({
    url: endpoints.eventPhotos(feed.eventId, { limit }),
    schedule: POLLING.photos,
    pick: idsOf,
    known,
    onAnswer: (answer) => {
      const ids = idsOf(answer);
      if (isFromNewest) keepOnly(ids, ids.length < limit);
    },
  });

  // The first page was loaded again: something was done, a deletion perhaps, to what came after it.
  const drawn = useRef(first);
  useEffect(() => {
    if (drawn.current === first) return;
    drawn.current = first;
    if (hasGrown) void look();
  }, [first, hasGrown, look]);

  return { items, more, add };
}
