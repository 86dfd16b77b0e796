import type { ReportReason, ReportStatus } from '~/models/report';

// What loaders hand to the screens about reports: finished texts for dates.

/** A report as its card draws it. */
export interface ReportCardView {
  id: number;
  status: ReportStatus;
  reason: ReportReason;
  photoId: number;
  /** Whether the photo is hidden, which an earlier report may have done (rule `photos.hidden`). */
  isHidden: boolean;
  imageUrl: string;
  /** Pixels of the full file. */
  imageWidth: number;
  owner: { id: number; name: string };
  reporterName: string;
  /** “18 Nov 2026, 9:10 pm” */
  reported: string;
  /** Null while it is pending. */
  reviewed: string | null;
}

export type ReportTab = 'pending' | 'reviewed' | 'all';

/** The organizer's list of reports, one of its tabs. */
export interface FlagsView {
  eventId: number;
  tab: ReportTab;
  /** The tab's own address. */
  self: string;
  pendingCount: number;
  reports: ReportCardView[];
  /** The addresses of the newest reports, where these are others, and of those that follow. */
  start: string | null;
  more: string | null;
}

/** The newest pending reports on the dashboard. */
export interface DashboardFlagsView {
  eventId: number;
  pendingCount: number;
  reports: (Omit<ReportCardView, 'reported' | 'reviewed'> & {
    /** “Reported by Tom Girard, yesterday at 9:10 pm” */
    reported: string;
  })[];
}
