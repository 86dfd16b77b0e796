import type { LoaderFunctionArgs } from '@remix-run/node';
import type { CountView, VotingTimesView } from '~/components/organizer/dashboard/dashboard-views';
import { formatMoment } from '~/i18n/format';
import type { Language } from '~/i18n/languages';
import type { EventRow } from '~/models/event/read.server';
import { readDigest } from '~/models/photo/result.server';
import { sayResultChanges } from '~/routes/event/load-result.server';

/** The times of voting, formatted for the organizer. */
export function viewVotingTimes(
  { votingOpensAt, votingClosesAt, votingClosedAt }: EventRow,
  { language, timeZone }: { language: Language; timeZone: string },
): VotingTimesView {
  return {
    opens: votingOpensAt && formatMoment(votingOpensAt, language, timeZone),
    closes: votingClosesAt && formatMoment(votingClosesAt, language, timeZone),
    counted: votingClosedAt && formatMoment(votingClosedAt, language, timeZone),
  };
}

/** The count of the votes, for the organizer. */
export async function viewCount(args: LoaderFunctionArgs, event: EventRow): Promise<CountView> {
  const { app } = args.context;
  const { votingClosesAt: closes, votingClosedAt } = event;
  const isOver = closes !== null && closes <= app.now();
  const [digest, changed] = await Promise.all([
    votingClosedAt ? readDigest(app.db, { eventId: event.id }) : null,
    sayResultChanges(args, event),
  ]);
  return { isOver, digest, changed };
}
