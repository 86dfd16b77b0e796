import { LinksAhead } from '~/offline/links-ahead';
import { paths } from '~/paths';
import { KeptStars } from './kept-stars';
import { PodiumNews } from './podium-news';
import { ScrollMark } from './scroll-mark';
import { UploadWatch } from './upload-watch';

// What an event's screens need only after they are there: one file, imported late.
export { Live } from '~/components/shell/live';
export { Skeleton } from './skeleton';

/** What goes on behind every screen, and draws nothing of its own. */
export function Background() {
  return (
    <>
      <LinksAhead />
      <ScrollMark />
      <PodiumNews />
    </>
  );
}
