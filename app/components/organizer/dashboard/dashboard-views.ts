import type { DaysView } from '~/i18n/format';
import type { Linked } from '~/models/event/door';
import type { PublicEvent } from '~/models/event/rules';
import type { TopPhoto } from '~/models/photo/star';
import type { ScreenPhoto } from '~/models/photo/rules';
import type { RankedPhoto } from '~/components/event/event-views';
import type { ParticipantsView } from '~/components/organizer/people/people-views';
import type { DashboardFlagsView } from '~/components/organizer/reports/report-views';

// The data that loaders return to the dashboard, with formatted dates.

/** The progress of an event, for its organizer (rule `event.progress`). */
export interface ProgressView {
  /** Days until the first day; 0 from then on. */
  startsIn: number;
  photosToday: number;
  guestsToday: number;
  /** Participants without a photo. */
  withoutPhoto: number;
  /** Photos per hour, with a label; the last one is the current hour. */
  hours: { label: string; count: number }[];
  latest: ScreenPhoto[];
  /** The first three places of the ranking. */
  leaders: (TopPhoto & { place: number })[];
}

/** The organizer's dashboard. */
export interface DashboardView {
  /** The organizer's id. */
  userId: number;
  event: PublicEvent;
  dates: DaysView;
  daysLeft: number;
  /** The parts of its invitation URLs, including the secret code. */
  link: Linked;
  /** The URL in the event's QR code (rule `invitation.link`). */
  shareUrl: string;
  photoCount: number;
  starCount: number;
  progress: ProgressView;
  flags: DashboardFlagsView;
  participants: ParticipantsView;
  /** The number of photos whose files are known to be missing or damaged (rule `storage.damage`). */
  damagedCount: number;
  /**
   * The private return link as an absolute URL; only set once, right after it was created (rule
   * `sign-in.return-link`).
   */
  returnUrl: string | null;
  /**
   * Set if a name and an address are enough to run the event (rule `sign-in.organizer`), with whether this
   * session has proved more.
   */
  openDoor: { isProven: boolean } | null;
}

/** An ended event, for its organizer (rule `event.wrap`). */
export interface WrapView {
  eventName: string;
  dates: DaysView;
  isDemo: boolean;
  /** The ranking. */
  rows: RankedPhoto[];
  photoCount: number;
  guestCount: number;
  starCount: number;
  /** As in `DashboardView`. */
  damagedCount: number;
  /** The hour with most photos, formatted; null if there are no photos. */
  busiest: { hour: string; count: number } | null;
  /** The size of all photos, formatted. */
  size: string;
  /** Until when photos exist, formatted, and the days left from today; negative after that. */
  retention: { lastDay: string; daysLeft: number; guestsMayLook: boolean };
  flags: DashboardFlagsView;
}
