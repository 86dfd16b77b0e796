import type { LoaderFunctionArgs } from '@remix-run/node';
import type { ShellSide } from '~/components/shell/navigation-links';
import type { Identity } from '~/http/guards.server';
import { hasPreference } from '~/http/preference.server';
import { translator } from '~/i18n/i18n.server';
import { countParticipants } from '~/models/event/read.server';
import { totalOf } from '~/models/event/needs';
import { countNeeds, otherNeeds } from '~/models/event/needs.server';
import { organizerPaths } from '~/organizer-paths';
import { paths } from '~/paths';
import { KEYS_OFF } from './keys-off';

/** The side bar, and how many things wait on the desk; undefined if that could not be read. */
type OrganizersSide = Pick<ShellSide, 'before' | 'after'> & {
  needs: number | undefined;
  /** Whether the keys of the desk work in this browser. */
  hasKeys: boolean;
};

/**
 * The navigation of an organizer's side bar, with its counts; null for everybody else. It contains translated
 * texts, so that guests need not load them.
 */
export async function loadSide(
  args: LoaderFunctionArgs,
  { actor, event, user, session }: Identity,
): Promise<OrganizersSide | null> {
  if (actor.role !== 'organizer' || !user) return null;
  const { app, log } = args.context;
  const { db, feeds } = app;
  const eventId = event.id;
  // A count that cannot be read is left out, because the screen beside it may still work.
  const orNone = <Counted>(counting: Promise<Counted>) =>
    counting.catch((error: unknown) => {
      log.error({ err: error, eventId }, 'a count of the side bar could not be read');
      return undefined;
    });
  const [t, photos, participants, counts] = await Promise.all([
    translator(args.request),
    orNone(feeds.countPhotos(eventId)),
    orNone(countParticipants(db, { eventId })),
    orNone(countNeeds(db, user)),
  ]);
  const guests =
    counts && participants !== undefined
      ? { count: participants, turnedAway: counts.turnedAway }
      : undefined;
  const others = await otherNeeds(args.context.app, { event, user, session }, guests);
  return {
    needs: counts && totalOf(counts, others),
    before: [
      { key: 'profile', icon: 'home', label: t('organizer:title'), to: paths.home() },
      { key: 'feed', icon: 'photos', label: t('nav.feed'), to: paths.feed(), count: photos },
      { key: 'top', icon: 'podium', label: t('nav.top'), to: paths.top() },
      { key: 'wall', icon: 'screen', label: t('remote:title'), to: organizerPaths.wall() },
      {
        key: 'participants',
        icon: 'users',
        label: t('organizer:participants.title'),
        to: organizerPaths.participants(),
        count: participants,
      },
      ...(event.approvalRequired || counts?.waiting
        ? [
            {
              key: 'waiting' as const,
              icon: 'clock' as const,
              label: t('organizer:waiting.short'),
              to: organizerPaths.waiting(),
              count: counts?.waiting || undefined,
              isWaiting: true,
            },
          ]
        : []),
      {
        key: 'reports',
        icon: 'flag',
        label: t('organizer:reports'),
        to: organizerPaths.flags(),
        count: counts?.reports || undefined,
        isWaiting: true,
      },
    ],
    hasKeys: !hasPreference(args.request, KEYS_OFF),
    after: [
      ...(actor.isCoOrganizer
        ? []
        : [{ key: 'shop', icon: 'tag', label: t('nav.shop'), to: paths.shop() } as const]),
      { key: 'keys', icon: 'grid', label: t('organizer:keys.short'), to: organizerPaths.keys() },
    ],
  };
}
