import type { KeepsakesView } from '~/components/event/keepsake-views';
import type { DaysView } from '~/i18n/format';
import type { Linked } from '~/models/event/door';
import type { Misprint } from '~/models/event/printed';
import type { Standings } from '~/models/event/standings';
import type { PublicEvent } from '~/models/event/shape';
import type { TopPhoto } from '~/models/photo/shape';
import type { RankedPhoto } from '~/components/event/event-views';
import type { LateView } from './late-photos-row';
import type { NeedsView } from '~/components/organizer/needs/needs-views';

// The data that loaders return to the dashboard, with formatted dates.

/** The progress of an event, for its organizer (rule `event.progress`). */
export interface ProgressView {
  /** Days until the first day; 0 from then on. */
  startsIn: number;
  /** Participants without a photo. */
  withoutPhoto: number;
  /** Photos per hour, with a label; the last one is the current hour. */
  hours: { label: string; count: number }[];
  /** The first three places of the ranking. */
  leaders: (TopPhoto & { place: number })[];
}

/** When voting opens and closes, formatted; null for no limit. */
export interface VotingTimesView {
  opens: string | null;
  closes: string | null;
  /** When the votes were counted, formatted; null while they are not. */
  counted: string | null;
}

/** The count of the votes, for the organizer (rule `result.frozen`). */
export interface CountView {
  /** Whether the closing time has passed. */
  isOver: boolean;
  /** The digest of the ballots, once they are counted. */
  digest: string | null;
  /** What was removed since, as text; null if nothing was. */
  changed: string | null;
}

/** When guests see how many stars photos have (rule `standings.hidden`). */
export interface StandingsView {
  choice: Standings;
  isHidden: boolean;
}

/** The rules of an event, read-only. */
export interface RulesSummary {
  photosEach: number;
  /** Whether new photos wait for approval (rule `approval.what`). */
  isApproved: boolean;
  isVotingOn: boolean;
  voting: VotingTimesView;
  standings: StandingsView;
  dates: DaysView;
  isCodeOnly: boolean;
  /**
   * The last day on which late photos are accepted, once the votes are counted and late photos are allowed (rule
   * `photos.late`); otherwise null.
   */
  late: LateView | null;
  /** The last day on which photos are kept, formatted. */
  keptUntil: string;
}

/** The page on which the organizer changes the event and its rules. */
export interface RulesView {
  /** The organizer's id. */
  userId: number;
  event: PublicEvent;
  /** How many missions new cards may have. */
  missions: number;
  isCodeOnly: boolean;
  /** How many tables there are. */
  tables: number;
  /** The day of the party. */
  day: DaysView;
  /** The first and the last day on which photos are accepted, formatted; null for a single day. */
  photosOn: { from: string; until: string } | null;
  voting: VotingTimesView;
  count: CountView;
  standings: StandingsView;
  late: LateView;
  /** The number of photos on printed cards; null without prints. */
  printedPhotos: number | null;
}

/** The organizer's desk. */
export interface DashboardView {
  eventName: string;
  needs: NeedsView;
  daysLeft: number;
  /** The parts of its invitation URLs, including the secret code. */
  link: Linked;
  /** What is wrong on printed cards. */
  misprint: Misprint | null;
  photoCount: number;
  starCount: number;
  /** How many participants have joined, and how many may. */
  places: { count: number; max: number };
  progress: ProgressView;
  rules: RulesSummary;
}

/** An ended event, for its organizer (rule `event.wrap`). */
export interface WrapView {
  eventName: string;
  /** The day of the party. */
  day: DaysView;
  isDemo: boolean;
  /** The ranking. */
  rows: RankedPhoto[];
  /** The places on the podium whose photos are gone since the count. */
  gone: number[];
  /** Whether the votes are counted. */
  hasResult: boolean;
  /** What was removed since the count, as text; null if nothing was. */
  changed: string | null;
  /** What the organizer may take home from the podium; null without one. */
  keepsakes: KeepsakesView | null;
  /** The files of album and photo book, and the number of the book's pages; null while there is nothing to print. */
  prints: { albumParts: number; bookParts: number; bookPages: number } | null;
  photoCount: number;
  /** How many of them are late. */
  lateCount: number;
  late: LateView;
  guestCount: number;
  starCount: number;
  /** The hour with most photos, formatted; null if there are no photos. */
  busiest: { hour: string; count: number } | null;
  /** The size of all photos, formatted. */
  size: string;
  /** The line of thanks; null without one. */
  thanks: string | null;
  /** The last day on which photos exist, formatted, and the days left from today; negative after that. */
  retention: {
    lastDay: string;
    daysLeft: number;
    guestsMayLook: boolean;
    guestsMayDownload: boolean;
  };
  needs: NeedsView;
}
