import type { ShellScreen } from '~/components/shell/app-shell';
import { Live } from '~/components/shell/live';
import type { Role } from '~/models/user';
import { useEffect } from 'react';
import { refreshAnswers } from '~/offline/kept-answers';
import { LinksAhead } from '~/offline/links-ahead';
import { paths } from '~/paths';
import { KeptStars } from './kept-stars';
import { PodiumNews } from './podium-news';
import { ScrollMark } from './scroll-mark';
import { UploadWatch } from './upload-watch';

// What an event's screens need only after they are there: one file, imported late.
export { Live };
export { Skeleton } from './skeleton';

/** Who looks, as the frame knows them. */
interface Viewer {
  /** Null for a visitor. */
  userId: number | null;
  role: Role;
}

/** What goes on behind every screen, and draws little of its own. */
export function Background({
  viewer: { userId, role },
  eventId,
  screen,
}: {
  viewer: Viewer;
  eventId: number;
  /** Which screen is drawn; undefined on the page of a dialog. */
  screen: ShellScreen | undefined;
}) {
  const slots = screen === 'profile' ? null : paths.ownPhotos(role);
  useEffect(() => refreshAnswers(eventId), [eventId]);
  return (
    <>
      <LinksAhead />
      <ScrollMark />
      <PodiumNews />
      <Live eventId={eventId} />
      {userId !== null && <UploadWatch userId={userId} slots={slots} />}
      {userId !== null && <KeptStars userId={userId} />}
    </>
  );
}
