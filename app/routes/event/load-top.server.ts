import type { LoaderFunctionArgs } from '@remix-run/node';
import type { TopView } from '~/components/event/event-views';
import { translator } from '~/i18n/i18n.server';
import { requireVisit } from '~/http/guards.server';
import { can } from '~/models/access';
import { areStandingsHidden } from '~/models/event/standings';
import { listPodiumPlaces } from '~/models/photo/result.server';
import { gonePlaces, standingsOf } from '~/models/photo/star';
import { presentRankedPhoto } from '~/models/photo/star.server';
import { organizerPaths } from '~/organizer-paths';
import { loadCurtain } from './load-curtain.server';
import { canCallDuel } from './load-duel.server';
import { loadEventLine } from './load-event.server';
import { loadKeepsakes } from './load-keepsakes.server';
import { sayResultChanges } from './load-result.server';
import { loadTablesLink } from './load-tables.server';
import { loadMissionWinners } from './load-winners.server';

/** The ranking. */
export async function loadTop(args: LoaderFunctionArgs): Promise<TopView> {
  const identity = await requireVisit(args, { onceEnded: 'reading' });
  const { db, feeds, storage, now } = args.context.app;
  const { actor } = identity;
  const eventId = identity.event.id;
  const isSeen = can(actor, 'stars.count', { eventId });
  const isOrganizers = actor.role === 'organizer';
  const [t, event, rows, places, curtain, changed, isDuelDue, tables, winners] = await Promise.all([
    translator(args.request),
    loadEventLine(args, identity),
    isSeen ? feeds.ranking(actor) : [],
    isSeen ? listPodiumPlaces(db, identity.event) : [],
    isSeen ? null : loadCurtain(args, identity),
    isOrganizers ? sayResultChanges(args, identity.event) : null,
    isOrganizers && canCallDuel(args, identity),
    loadTablesLink(args, identity),
    isSeen ? loadMissionWinners(args, actor) : null,
  ]);
  const duel = isDuelDue ? { to: organizerPaths.eventDuel(), label: t('duel:call.title') } : null;
  return {
    eventId,
    event,
    rows: rows.map((row) => ({
      ...presentRankedPhoto(row, storage),
      ...(row.hasWonDuel && { note: t('duel:after') }),
    })),
    gone: gonePlaces(places, rows),
    ownIds: rows.filter((row) => row.userId === identity.user?.id).map(({ id }) => id),
    onPodium: standingsOf(rows, actor.userId).onPodium,
    role: actor.role,
    changed,
    keepsakes: await loadKeepsakes(args, identity, rows),
    links: [duel, tables].filter((link) => link !== null),
    winners,
    curtain,
    hiddenNote:
      isSeen && areStandingsHidden(identity.event, now())
        ? (await translator(args.request))('server:event.curtain.only_you')
        : null,
  };
}
