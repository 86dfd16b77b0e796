import type { ReportChoice } from './report';

/** Why an organizer says that a photo went: what its owner is told, in their language. */
export const REMOVAL_CHOICES = [
  'not_event',
  'offensive',
  'in_photo',
] as const satisfies ReportChoice[];
export type RemovalChoice = (typeof REMOVAL_CHOICES)[number];

/** What the owner of a removed photo is told besides that it was removed. */
export interface RemovalReason {
  choice: RemovalChoice | null;
  /** The organizer's own words. */
  details: string | null;
}

/**
 * What a report suggests to say when its photo is removed; null for nothing. That somebody in the photo
 * does not want to be shown would often tell who reported it, and so would the reporter's own words: the
 * organizer says that or does not (rule `notices.removal`).
 */
export function suggestedChoice(choice: ReportChoice | null): RemovalChoice | null {
  return choice === 'not_event' || choice === 'offensive' ? choice : null;
}
