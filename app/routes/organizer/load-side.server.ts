import type { LoaderFunctionArgs } from '@remix-run/node';
import type { ShellSide } from '~/components/shell/navigation-links';
import type { Identity } from '~/http/guards.server';
import { translator } from '~/i18n/i18n.server';
import { countParticipants } from '~/models/event/read.server';
import { countPendingReports } from '~/models/report/read.server';
import { organizerPaths } from '~/organizer-paths';
import { paths } from '~/paths';

/**
 * The navigation of an organizer's side bar, with its counts; null for everybody else. It contains translated
 * texts, so that guests need not load them.
 */
export async function loadSide(
  args: LoaderFunctionArgs,
  { actor, event }: Identity,
): Promise<Pick<ShellSide, 'before' | 'after'> | null> {
  if (actor.role !== 'organizer') return null;
  const { db, feeds, log } = args.context.app;
  const eventId = event.id;
  // A count that cannot be read is left out, because the screen beside it may still work.
  const orNone = (counting: Promise<number>) =>
    counting.catch((error: unknown) => {
      log.error({ err: error, eventId }, 'a count of the side bar could not be read');
      return undefined;
    });
  const [t, photos, participants, pending] = await Promise.all([
    translator(args.request),
    orNone(feeds.countPhotos(eventId)),
    orNone(countParticipants(db, { eventId })),
    orNone(countPendingReports(db, { eventId })),
  ]);
  return {
    before: [
      { key: 'profile', icon: 'home', label: t('organizer:title'), to: paths.home() },
      { key: 'feed', icon: 'photos', label: t('nav.feed'), to: paths.feed(), count: photos },
      { key: 'top', icon: 'podium', label: t('nav.top'), to: paths.top() },
      {
        key: 'participants',
        icon: 'users',
        label: t('organizer:participants.title'),
        to: organizerPaths.participants(),
        count: participants,
      },
      {
        key: 'reports',
        icon: 'flag',
        label: t('organizer:reports'),
        to: organizerPaths.flags(),
        count: pending || undefined,
        isWaiting: true,
      },
    ],
    after: actor.isCoOrganizer
      ? []
      : [{ key: 'shop', icon: 'tag', label: t('nav.shop'), to: paths.shop() }],
  };
}
