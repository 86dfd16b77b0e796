import type { NeedCounts, OtherNeeds } from '~/models/event/needs';
import type { PaidPlanId } from '~/models/payment/plan';
import type { WaitingPhoto } from '~/components/organizer/waiting/waiting-views';
import type { ReportCardView } from '~/components/organizer/reports/report-views';

/** A pending report for its card on the desk. */
export type NeededReport = Omit<ReportCardView, 'reported' | 'reviewed'> & {
  /** “Reported by Tom Girard, yesterday at 9:10 pm” */
  reported: string;
};

/** What waits for an organizer (rule `desk.needs`): counts, and the oldest of each kind. */
export interface NeedsView extends OtherNeeds {
  /** The sum over all kinds, which the phone's bar shows as well. */
  total: number;
  counts: NeedCounts;
  report: NeededReport | null;
  /** The photo that has waited longest. */
  photo: WaitingPhoto | null;
  message: {
    /** Null for a sender in another event, the platform. */
    fromUserId: number | null;
    fromName: string;
    selfieUrl: string | null;
    /** “yesterday at 9:10 pm” */
    sent: string;
    line: string;
  } | null;
  payment: { key: string; plan: PaidPlanId; begun: string } | null;
  /** The organizer's private return link, as long as they have not kept it (rule `sign-in.return-link`). */
  returnUrl: string | null;
  /** Whether a duel for first place can be called before the reveal. */
  isDuelDue: boolean;
}
