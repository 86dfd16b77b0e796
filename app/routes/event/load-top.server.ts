import type { LoaderFunctionArgs } from '@remix-run/node';
import type { TopView } from '~/components/event/event-views';
import { translator } from '~/i18n/i18n.server';
import { requireVisit } from '~/http/guards.server';
import { can } from '~/models/access';
import { areStandingsHidden } from '~/models/event/standings';
import { standingsOf } from '~/models/photo/star';
import { presentRankedPhoto } from '~/models/photo/star.server';
import { loadCurtain } from './load-curtain.server';
import { loadEventLine } from './load-event.server';
import { sayResultChanges } from './load-result.server';

/** The ranking. */
export async function loadTop(args: LoaderFunctionArgs): Promise<TopView> {
  const identity = await requireVisit(args, { onceEnded: 'reading' });
  const { feeds, storage, now } = args.context.app;
  const { actor } = identity;
  const eventId = identity.event.id;
  const isSeen = can(actor, 'stars.count', { eventId });
  const [event, rows, curtain, changed] = await Promise.all([
    loadEventLine(args, identity),
    isSeen ? feeds.ranking(actor) : [],
    isSeen ? null : loadCurtain(args, identity),
    actor.role === 'organizer' ? sayResultChanges(args, identity.event) : null,
  ]);
  return {
    eventId,
    event,
    rows: rows.map((row) => presentRankedPhoto(row, storage)),
    ownIds: rows.filter((row) => row.userId === identity.user?.id).map(({ id }) => id),
    onPodium: standingsOf(rows, actor.userId).onPodium,
    role: actor.role,
    changed,
    curtain,
    hiddenNote:
      isSeen && areStandingsHidden(identity.event, now())
        ? (await translator(args.request))('server:event.curtain.only_you')
        : null,
  };
}
