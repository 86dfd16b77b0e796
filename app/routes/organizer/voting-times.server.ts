import type { VotingTimesView } from '~/components/organizer/dashboard/dashboard-views';
import { formatMoment } from '~/i18n/format';
import type { Language } from '~/i18n/languages';
import type { EventRow } from '~/models/event/read.server';

/** The times of voting, formatted for the organizer. */
export function viewVotingTimes(
  { votingOpensAt, votingClosesAt }: EventRow,
  { language, timeZone }: { language: Language; timeZone: string },
): VotingTimesView {
  return {
    opens: votingOpensAt && formatMoment(votingOpensAt, language, timeZone),
    closes: votingClosesAt && formatMoment(votingClosesAt, language, timeZone),
  };
}
