import type { ReportReason, ReportStatus } from '~/models/report/rules';

// The data that loaders return to the screens about reports, with formatted dates.

/** A report for its card. */
export interface ReportCardView {
  id: number;
  status: ReportStatus;
  reason: ReportReason;
  photoId: number;
  /** Whether the photo is hidden, perhaps because of an earlier report (rule `photos.hidden`). */
  isHidden: boolean;
  imageUrl: string;
  /** The full file's size in pixels. */
  imageWidth: number;
  caption: string | null;
  owner: { id: number; name: string };
  /** Null for somebody who was removed. */
  reporterName: string | null;
  /** “18 Nov 2026, 9:10 pm” */
  reported: string;
  /** Null while it is pending. */
  reviewed: string | null;
}

export type ReportTab = 'pending' | 'reviewed' | 'all';

/** The organizer's list of reports, in one of its tabs. */
export interface FlagsView {
  eventId: number;
  tab: ReportTab;
  /** The tab's own URL. */
  self: string;
  pendingCount: number;
  reports: ReportCardView[];
  /** The URLs of the newest reports, if these are others, and of the next ones. */
  start: string | null;
  more: string | null;
}
