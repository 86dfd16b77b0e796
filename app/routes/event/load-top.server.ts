import type { LoaderFunctionArgs } from '@remix-run/node';
import type { TopView } from '~/components/event/event-views';
import { requireVisit } from '~/http/guards.server';
import { standingsOf } from '~/models/photo/star';
import { presentRankedPhoto } from '~/models/photo/star.server';
import { loadEventLine } from './load-event.server';
import { sayResultChanges } from './load-result.server';

/** The ranking. */
export async function loadTop(args: LoaderFunctionArgs): Promise<TopView> {
  const identity = await requireVisit(args, { onceEnded: 'reading' });
  const { feeds, storage } = args.context.app;
  const eventId = identity.event.id;
  const { role } = identity.actor;
  const [event, rows, changed] = await Promise.all([
    loadEventLine(args, identity),
    feeds.ranking(eventId),
    role === 'organizer' ? sayResultChanges(args, identity.event) : null,
  ]);
  return {
    eventId,
    event,
    rows: rows.map((row) => presentRankedPhoto(row, storage)),
    ownIds: rows.filter((row) => row.userId === identity.user?.id).map(({ id }) => id),
    onPodium: standingsOf(rows, identity.actor.userId).onPodium,
    role,
    changed,
  };
}
