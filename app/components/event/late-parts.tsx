import { UnreadPoll } from '~/components/shell/unread-poll';
import { LinksAhead } from '~/offline/links-ahead';
import { PodiumNews } from './podium-news';
import { ScrollMark } from './scroll-mark';

// What an event's screens need only after they are there: one file, imported late.
export { Skeleton } from './skeleton';

/**
 * What goes on behind every screen, and draws nothing of its own.
 * @param unread how many messages wait; undefined for whom none can wait
 */
export function Background({ unread }: { unread: number | undefined }) {
  return (
    <>
      <LinksAhead />
      <ScrollMark />
      <PodiumNews />
      {unread !== undefined && <UnreadPoll count={unread} />}
    </>
  );
}
