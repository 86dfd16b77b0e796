import type { LoaderFunctionArgs } from '@remix-run/node';
import type { TopView } from '~/components/event/event-views';
import { requireVisit } from '~/http/guards.server';
import { standingsOf } from '~/models/photo/star';
import { presentTopPhoto } from '~/models/photo/star.server';
import { loadEventLine } from './load-event.server';

/** The ranking. */
export async function loadTop(args: LoaderFunctionArgs): Promise<TopView> {
  const identity = await requireVisit(args, { onceEnded: 'reading' });
  const { feeds, storage } = args.context.app;
  const eventId = identity.event.id;
  const [event, rows] = await Promise.all([loadEventLine(args, identity), feeds.ranking(eventId)]);
  return {
    eventId,
    event,
    rows: rows.map((row) => presentTopPhoto(row, storage)),
    ownIds: rows.filter((row) => row.userId === identity.user?.id).map(({ id }) => id),
    onPodium: standingsOf(rows, identity.actor.userId).onPodium,
    role: identity.actor.role,
  };
}
