/** A reviewed report is shown as “Inappropriate” (rule `reports.status`). */
export const REPORT_STATUSES = ['pending', 'reviewed', 'dismissed'] as const;
export type ReportStatus = (typeof REPORT_STATUSES)[number];

/** What a pending report becomes. */
export const REVIEW_STATUSES = ['reviewed', 'dismissed'] as const;
export type ReviewStatus = (typeof REVIEW_STATUSES)[number];

/** The most characters of a reporter's own words. */
export const REASON_MAX = 500;

/** What a reporter can choose, and how it is stored. */
const CHOICE_TEXTS = {
  in_photo: 'I am in this photo',
  offensive: 'offensive',
  not_event: 'not part of this event',
  other: 'other',
} as const;

export type ReportChoice = keyof typeof CHOICE_TEXTS;
export const REPORT_CHOICES = Object.keys(CHOICE_TEXTS) as ReportChoice[];

/** A reason in its two parts: a choice, which screens translate, and own words. */
export interface ReportReason {
  choice: ReportChoice | null;
  details: string | null;
}

/** A report as the list's endpoint answers it. */
export interface ReportEntry {
  report: {
    id: number;
    status: ReportStatus;
    reason: string | null;
    createdAt: string;
    reviewedAt: string | null;
  };
  photo: { id: number; imageUrl: string };
  reportedBy: { name: string };
  photoOwner: { id: number; name: string };
}

/** A reason as it is stored: one readable text, “I am in this photo: please blur”; null for none. */
export function storedReason({ choice, details }: Partial<ReportReason>): string | null {
  const words = details?.trim();
  return [choice && CHOICE_TEXTS[choice], words].filter(Boolean).join(': ') || null;
}

/** Reads a stored reason back; what begins with no choice is own words throughout. */
export function readReason(stored: string | null): ReportReason {
  if (stored === null) return { choice: null, details: null };
  for (const choice of REPORT_CHOICES) {
    const text = CHOICE_TEXTS[choice];
    if (stored === text) return { choice, details: null };
    if (stored.startsWith(`${text}: `)) return { choice, details: stored.slice(text.length + 2) };
  }
  return { choice: null, details: stored };
}
