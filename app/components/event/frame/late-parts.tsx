import type { ShellScreen } from '~/components/shell/navigation-links';
import { Live } from '~/components/shell/live';
import { freeSlots } from '~/models/photo/rules';
import type { PublicPhoto } from '~/models/photo/shape';
import type { Role } from '~/models/user/rules';
import { useFetchers, useNavigation, useRouteLoaderData } from '@remix-run/react';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { endpoints } from '~/endpoints';
import { cachedAt, readCached } from '~/browser/live/cache';
import { refreshAnswers } from '~/browser/live/cached-answers';
import { untilLoaded } from '~/browser/reach';
import { sendSeen } from '~/browser/seen/send-seen';
import { filledSince } from '~/browser/uploads/upload-views';
import { paths } from '~/paths';
import type { PushQuestionView } from '~/components/shell/push-views';
import type { StarNews } from '~/models/photo/star-news';
import type { CardView } from '~/components/event/missions/card-screen';
import type { MissionTake } from '~/components/event/missions/mission-offer';
import type { LineView } from '~/components/event/voting/flash-views';
import { FallenStars } from '~/components/event/stars/fallen-stars';
import { PendingStars } from '~/components/event/stars/pending-stars';
import { rememberSlots } from '~/components/event/slots/known-slots';
import { PodiumNews } from '~/components/event/podium/podium-news';
import { RevealWatch } from '~/components/event/reveal/reveal-watch';
import { ScrollMark } from './scroll-mark';
import { UploadWatch } from '~/components/event/slots/upload-watch';

// Asked only once.
const PushQuestion = lazy(() =>
  untilLoaded(async () => ({
    default: (await import('~/components/shell/push-question')).PushQuestion,
  })),
);

// Parts that an event's screens need only after they are shown, in one file that is imported later.
export { Live };

/** The user, as the frame knows them. */
interface Viewer {
  /** Null for a visitor. */
  userId: number | null;
  role: Role;
  /** The number of slots per member, and of the user's photos. */
  slots: number;
  photos: number;
  /** The question about notifications; null if it is not to be asked. */
  push: PushQuestionView | null;
}

/** Components that run behind every screen and render little. */
export function Background({
  viewer: { userId, role, slots: count, photos, push },
  eventId,
  starNews,
  screen,
  isOver,
}: {
  viewer: Viewer;
  eventId: number;
  starNews: StarNews | null;
  /** Whether the event has ended, so that nothing is written. */
  isOver: boolean;
  /** The current screen; undefined on the page of a dialog. */
  screen: ShellScreen | undefined;
}) {
  const slots = screen === 'profile' ? null : paths.ownPhotos(role);
  return (
    <>
      <FreshAnswers eventId={eventId} />
      <ScrollMark />
      <FallenStars news={starNews} to={paths.ownPhotos(role)} />
      <PodiumNews />
      <Live eventId={eventId} />
      <RevealWatch isScreen={screen !== undefined} />
      <Suspense>
        {/* The settings have the switches themselves. */}
        {push && screen !== 'settings' && <PushQuestion question={push} />}
      </Suspense>
      {userId !== null && <UploadWatch userId={userId} slots={slots} />}
      {userId !== null && <PendingStars userId={userId} />}
      {userId !== null && !isOver && <SeenPhotos userId={userId} />}
      {userId !== null && (
        <KnownSlots {...{ userId, eventId, count, photos }} slots={paths.ownPhotos(role)} />
      )}
    </>
  );
}

/**
 * Keeps the answers in local storage fresh. It requests nothing while a form is being sent: if that ends the
 * session, all requests would be refused. Renders nothing.
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

/** Sends which photos the member sees (rule `seen.sent`). Renders nothing. */
export function SeenPhotos({ userId }: { userId: number }): null {
  useEffect(() => sendSeen(userId), [userId]);
  return null;
}

/**
 * Lets the plus button open immediately, with or without a network, from what the client knows (rule `photos.several`).
 * If a slot turns out to be taken, its photo goes into the next one. Renders nothing.
 */
function KnownSlots({
  userId,
  eventId,
  count,
  photos,
  slots,
}: {
  userId: number;
  eventId: number;
  count: number;
  /** How many of them were taken when the frame was loaded. */
  photos: number;
  slots: string;
}): null {
  const { t } = useTranslation('event');
  const shell = useRouteLoaderData('routes/event/shell') as
    { votingLine: LineView | null } | undefined;
  const flash = shell?.votingLine?.flash;
  // Offline, only the screen that shows the open card knows which mission a photo for it is for.
  const cards = useRouteLoaderData('routes/event/missions') as { view: CardView } | undefined;
  const card = cards?.view.open;
  useEffect(() => {
    const loadedAt = Date.now();
    rememberSlots((to) => {
      const path = endpoints.eventPhotos(eventId);
      const cached = readCached(path) as PublicPhoto[] | undefined;
      const filled = filledSince(userId, cached ? cachedAt(path) : loadedAt);
      const own = cached?.filter((photo) => photo.userId === userId) ?? [];
      // Nothing is cached in the first seconds, when only the number of photos is known.
      const most = cached ? count : Math.max(0, count - photos - filled.length);
      const free = freeSlots([...own, ...filled], count).slice(0, most);
      const offered = (by: MissionTake | null | undefined) =>
        by && { ...by.offer, isChosen: to === by.to };
      return {
        title: t('add.title'),
        view: { userId, slots, free, mission: offered(card), flash: offered(flash) },
      };
    });
  }, [t, userId, eventId, count, photos, slots, flash, card]);
  return null;
}
