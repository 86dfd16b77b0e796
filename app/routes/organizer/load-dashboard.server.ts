import type { LoaderFunctionArgs } from '@remix-run/node';
import type { DashboardView } from '~/components/organizer/dashboard/dashboard-views';
import { requireOrganizer } from '~/http/guards.server';
import { formatDay, viewDays } from '~/i18n/format';
import { languageOf, translator } from '~/i18n/i18n.server';
import { linkedOf } from '~/models/event/door';
import { misprintOf } from '~/models/event/printed';
import { countParticipants } from '~/models/event/read.server';
import { lastRetentionDay } from '~/models/event/retention';
import { daysRemaining } from '~/models/event/rules';
import { countStars } from '~/models/photo/star.server';
import { loadNeeds } from './load-needs.server';
import { loadProgress } from './load-progress.server';
import { areStandingsHidden, chosenStandings } from '~/models/event/standings';
import { viewLatePhotos } from './view-late-photos';
import { viewVotingTimes } from './voting-times.server';

/** The organizer's desk. */
export async function loadDashboard(args: LoaderFunctionArgs): Promise<DashboardView> {
  const member = await requireOrganizer(args);
  const { actor, event } = member;
  const { app } = args.context;
  const eventId = event.id;
  const [needs, photoCount, starCount, count, progress, language, t] = await Promise.all([
    loadNeeds(args, member),
    app.feeds.countPhotos(eventId),
    countStars(app.db, { eventId }),
    countParticipants(app.db, { eventId }),
    loadProgress(args, member),
    languageOf(args.request),
    translator(args.request),
  ]);
  return {
    eventName: event.name,
    needs,
    daysLeft: daysRemaining(event, app.today()),
    link: linkedOf(event),
    misprint: misprintOf(event),
    photoCount,
    starCount,
    places: { count, max: event.maxUsers },
    progress,
    rules: {
      photosEach: event.maxPhotosPerUser,
      isApproved: event.approvalRequired,
      isVotingOn: event.votingEnabled,
      voting: viewVotingTimes(event, { language, timeZone: app.env.EVENT_TIME_ZONE }),
      standings: {
        choice: chosenStandings(event),
        isHidden: areStandingsHidden(event, app.now()),
      },
      dates: viewDays(t, event, { language }),
      isCodeOnly: event.door === 'code',
      late: event.votingClosedAt ? viewLatePhotos(event, { today: actor.today, language }) : null,
      keptUntil: formatDay(lastRetentionDay(event), language),
    },
  };
}
