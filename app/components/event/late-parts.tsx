import type { ShellScreen } from '~/components/shell/app-shell';
import { Live } from '~/components/shell/live';
import { freeSlots, type PublicPhoto } from '~/models/photo';
import type { Role } from '~/models/user';
import { useFetchers, useNavigation } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { endpoints } from '~/endpoints';
import { keptAt, readEntry } from '~/offline/browser-cache';
import { refreshAnswers } from '~/offline/kept-answers';
import { LinksAhead } from '~/offline/links-ahead';
import { filledSince } from '~/offline/upload-views';
import { paths } from '~/paths';
import { KeptStars } from './kept-stars';
import { rememberSlots } from './known-slots';
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
  /** How many photos each member may have. */
  slots: number;
}

/** What goes on behind every screen, and draws little of its own. */
export function Background({
  viewer: { userId, role, slots: count },
  eventId,
  screen,
}: {
  viewer: Viewer;
  eventId: number;
  /** Which screen is drawn; undefined on the page of a dialog. */
  screen: ShellScreen | undefined;
}) {
  const slots = screen === 'profile' ? null : paths.ownPhotos(role);
  return (
    <>
      <FreshAnswers eventId={eventId} />
      <LinksAhead />
      <ScrollMark />
      <PodiumNews />
      <Live eventId={eventId} />
      {userId !== null && <UploadWatch userId={userId} slots={slots} />}
      {userId !== null && <KeptStars userId={userId} />}
      {userId !== null && (
        <KnownSlots {...{ userId, eventId, count }} slots={paths.ownPhotos(role)} />
      )}
    </>
  );
}

/**
 * Keeps the answers in local storage fresh. It asks nothing while a form is on its way: one that ends the session
 * would have every question refused. It draws nothing.
 */
function FreshAnswers({ eventId }: { eventId: number }): null {
  const isSending = [useNavigation(), ...useFetchers()].some(
    ({ formMethod }) => formMethod === 'POST',
  );
  const isWaiting = useRef(isSending);
  useEffect(() => {
    isWaiting.current = isSending;
  }, [isSending]);
  useEffect(() => refreshAnswers(eventId, () => isWaiting.current), [eventId]);
  return null;
}

/**
 * Has the plus open at once, with or without a network: what it needs is known here (rule `photos.several`).
 * Where a slot turns out to be taken, its photo goes into the next one. It draws nothing.
 */
function KnownSlots({
  userId,
  eventId,
  count,
  slots,
}: {
  userId: number;
  eventId: number;
  count: number;
  slots: string;
}): null {
  const { t } = useTranslation('own');
  useEffect(() => {
    rememberSlots(() => {
      const path = endpoints.eventPhotos(eventId);
      const kept = (readEntry(path) ?? []) as PublicPhoto[];
      const taken = [
        ...kept.filter((photo) => photo.userId === userId),
        ...filledSince(userId, keptAt(path)),
      ];
      return { title: t('add.title'), view: { userId, slots, free: freeSlots(taken, count) } };
    });
  }, [t, userId, eventId, count, slots]);
  return null;
}
