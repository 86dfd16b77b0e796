import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import type { RulesView } from '~/components/organizer/dashboard/dashboard-views';
import { RulesScreen } from '~/components/organizer/dashboard/rules-screen';
import { requireOrganizer } from '~/http/guards.server';
import { pageMeta } from '~/http/page-meta';
import { formatDay, viewPartyDate } from '~/i18n/format';
import { languageOf, translator } from '~/i18n/i18n.server';
import { descriptionOf } from '~/i18n/own-words.server';
import { countMissions } from '~/models/mission/read.server';
import { presentEvent } from '~/models/event/read.server';
import { listTables } from '~/models/table/read.server';
import { loadMarks } from '~/routes/event/load-marks.server';
import type { ScreenHandle } from '../event/screen-handle';
import { areStandingsHidden, chosenStandings } from '~/models/event/standings';
import { viewLatePhotos } from './view-late-photos';
import { viewCount, viewVotingTimes } from './voting-times.server';

export { shouldRevalidate } from '~/browser/screen';
export { clientLoader } from '~/browser/screen-data';

export const handle = {
  tab: 'profile',
  i18n: ['organizer', 'invitation', 'missions', 'tables'],
} satisfies ScreenHandle;

/** The event and its rules, for the organizer to change. */
export async function loader(args: LoaderFunctionArgs) {
  const { actor, event, user } = await requireOrganizer(args);
  const [tables, shown, marks, count, language, t] = await Promise.all([
    listTables(args.context.app.db, { eventId: event.id }),
    presentEvent(args.context.app, event),
    loadMarks(args, []),
    viewCount(args, event),
    languageOf(args.request),
    translator(args.request),
  ]);
  const view: RulesView = {
    userId: user.id,
    event: { ...shown, description: descriptionOf(t, event) },
    missions: await countMissions(args.context.app.db, { eventId: event.id }),
    isCodeOnly: event.door === 'code',
    tables: tables.length,
    printedPhotos: event.printedPhotos,
    voting: viewVotingTimes(event, {
      language,
      timeZone: args.context.app.env.EVENT_TIME_ZONE,
    }),
    count,
    standings: {
      choice: chosenStandings(event),
      isHidden: areStandingsHidden(event, args.context.app.now()),
    },
    late: viewLatePhotos(event, { today: actor.today, language }),
    day: viewPartyDate(event, { language, style: 'long' }),
    photosOn:
      event.startDate === event.endDate
        ? null
        : {
            from: formatDay(event.startDate, language),
            until: formatDay(event.endDate, language),
          },
  };
  return { title: t('organizer:rules.title'), marks, view };
}

export const meta = pageMeta;

export default function Rules() {
  return <RulesScreen view={useLoaderData<typeof loader>().view} />;
}
