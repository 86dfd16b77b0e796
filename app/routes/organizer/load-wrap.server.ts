import type { LoaderFunctionArgs } from '@remix-run/node';
import type { WrapView } from '~/components/organizer/dashboard/dashboard-views';
import { requireOrganizer } from '~/http/guards.server';
import { formatBytes, formatDay, formatTime, viewPartyDate } from '~/i18n/format';
import { languageOf } from '~/i18n/i18n.server';
import { daysBetween } from '~/models/day';
import { isDemo } from '~/models/event/rules';
import { listPodiumPlaces } from '~/models/photo/result.server';
import { gonePlaces } from '~/models/photo/star';
import { presentRankedPhoto } from '~/models/photo/star.server';
import { lastRetentionDay } from '~/models/event/retention';
import { readPrints } from '~/models/keepsake/album.server';
import { readWrap } from '~/models/event/wrap.server';
import { loadKeepsakes } from '~/routes/event/load-keepsakes.server';
import { sayResultChanges } from '~/routes/event/load-result.server';
import { loadNeeds } from './load-needs.server';
import { viewLatePhotos } from './view-late-photos';

/** The organizer's screen for an ended event, which replaces the dashboard. */
export async function loadWrap(args: LoaderFunctionArgs): Promise<WrapView> {
  const member = await requireOrganizer(args);
  const { actor, event, user } = member;
  const { app } = args.context;
  const eventId = event.id;
  const [wrap, prints, photoCount, ranking, places, needs, changed, language] = await Promise.all([
    readWrap(app.db, { eventId }),
    readPrints(app.db, { actor, event, now: app.now() }),
    app.feeds.countPhotos(eventId),
    app.feeds.ranking(actor),
    listPodiumPlaces(app.db, event),
    loadNeeds(args, member),
    sayResultChanges(args, event),
    languageOf(args.request),
  ]);
  const { busiest } = wrap;
  const lastDay = lastRetentionDay(event);
  return {
    eventName: event.name,
    day: viewPartyDate(event, { language, style: 'long' }),
    isDemo: isDemo(event),
    rows: ranking.map((row) => ({
      ...presentRankedPhoto(row, app.storage),
      isOwn: row.userId === user.id,
    })),
    gone: gonePlaces(places, ranking),
    hasResult: event.votingClosedAt !== null,
    changed,
    keepsakes: await loadKeepsakes(args, member, ranking),
    prints,
    photoCount,
    lateCount: wrap.late,
    late: viewLatePhotos(event, { today: actor.today, language }),
    guestCount: wrap.participants,
    starCount: wrap.stars,
    busiest: busiest && {
      hour: formatTime(busiest.startsAt, language, app.env.EVENT_TIME_ZONE),
      count: busiest.count,
    },
    size: formatBytes(wrap.bytes, language),
    thanks: event.thanks,
    retention: {
      lastDay: formatDay(lastDay, language),
      daysLeft: daysBetween(app.today(), lastDay),
      guestsMayLook: event.guestsMayLook,
      guestsMayDownload: event.guestsMayDownload,
    },
    needs,
  };
}
