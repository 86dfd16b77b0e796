import type { ReportChoice } from '../report/rules';

/** Reasons that an organizer can choose when deleting a photo. The owner is told in their language. */
export const REMOVAL_CHOICES = [
  'not_event',
  'offensive',
  'in_photo',
] as const satisfies ReportChoice[];
export type RemovalChoice = (typeof REMOVAL_CHOICES)[number];

/** What the owner of a deleted photo is told in addition to the deletion. */
export interface RemovalReason {
  choice: RemovalChoice | null;
  /** The organizer's own words. */
  details: string | null;
}

/** A removal that is carried out in ten seconds unless it is undone (rule `desk.undo`). */
export interface PlannedRemoval extends RemovalReason {
  /** The organizer who removes it. */
  byUserId: number;
  /** Whether it was hidden before. */
  wasHidden: boolean;
}

/** How long the removal of one photo or person can be undone. */
export const UNDO_MS = 10 * 1000;

/**
 * The reason that a report suggests when its photo is deleted; null for none. `in_photo` and the reporter's
 * own words are not suggested, because they often reveal who reported the photo; the organizer may still
 * choose them (rule `notices.removal`).
 */
export function suggestedChoice(choice: ReportChoice | null): RemovalChoice | null {
  return choice === 'not_event' || choice === 'offensive' ? choice : null;
}
