/** Screens show 'reviewed' as “Inappropriate” (rule `reports.status`). */
export const REPORT_STATUSES = ['pending', 'reviewed', 'dismissed'] as const;
export type ReportStatus = (typeof REPORT_STATUSES)[number];

/** The statuses a pending report can change to. */
export const REVIEW_STATUSES = ['reviewed', 'dismissed'] as const;
export type ReviewStatus = (typeof REVIEW_STATUSES)[number];

/** The maximum length of a reporter's text. */
export const REASON_MAX = 500;

/** The choices of a reporter, as they are stored. */
const CHOICE_TEXTS = {
  in_photo: 'I am in this photo',
  offensive: 'offensive',
  not_event: 'not part of this event',
  other: 'other',
} as const;

export type ReportChoice = keyof typeof CHOICE_TEXTS;
export const REPORT_CHOICES = Object.keys(CHOICE_TEXTS) as ReportChoice[];

/** A reason in two parts: a choice, which screens translate, and the reporter's own text. */
export interface ReportReason {
  choice: ReportChoice | null;
  details: string | null;
}

/** A reason as it is stored: one readable text, “I am in this photo: please blur”; null for none. */
export function storedReason({ choice, details }: Partial<ReportReason>): string | null {
  const words = details?.trim();
  return [choice && CHOICE_TEXTS[choice], words].filter(Boolean).join(': ') || null;
}

/** Parses a stored reason. A text that does not start with a known choice is the reporter's own. */
export function readReason(stored: string | null): ReportReason {
  if (stored === null) return { choice: null, details: null };
  for (const choice of REPORT_CHOICES) {
    const text = CHOICE_TEXTS[choice];
    if (stored === text) return { choice, details: null };
    if (stored.startsWith(`${text}: `)) return { choice, details: stored.slice(text.length + 2) };
  }
  return { choice: null, details: stored };
}
