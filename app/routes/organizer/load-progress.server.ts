import type { LoaderFunctionArgs } from '@remix-run/node';
import type { ProgressView } from '~/components/organizer/dashboard/dashboard-views';
import type { Member } from '~/http/guards.server';
import { formatTime } from '~/i18n/format';
import { languageOf } from '~/i18n/i18n.server';
import { daysBetween } from '~/models/day';
import { podiumOf } from '~/models/photo/star';
import { presentRankedPhoto } from '~/models/photo/star.server';
import { areStandingsHidden } from '~/models/event/standings';
import { readProgress } from '~/models/event/progress.server';

/** The progress of the event, for the dashboard. */
export async function loadProgress(
  args: LoaderFunctionArgs,
  { actor, event }: Member,
): Promise<ProgressView> {
  const { app } = args.context;
  const eventId = event.id;
  const now = new Date();
  const today = app.today();
  const timeZone = app.env.EVENT_TIME_ZONE;
  const [progress, ranking, language] = await Promise.all([
    readProgress(app.db, { eventId, now }),
    app.feeds.ranking(actor),
    languageOf(args.request),
  ]);
  return {
    startsIn: Math.max(0, daysBetween(today, event.startDate)),
    withoutPhoto: progress.withoutPhoto,
    hours: progress.hours.map(({ startsAt, count }) => ({
      label: formatTime(startsAt, language, timeZone),
      count,
    })),
    // Guests may look over an organizer's shoulder.
    leaders: areStandingsHidden(event, app.now())
      ? []
      : podiumOf(ranking).map((row) => presentRankedPhoto(row, app.storage)),
  };
}
