import type { Slide, Voting } from '~/components/event/event-views';

/** A photo of the pile. */
export interface PileSlide extends Slide {
  /** Its position, for a link to the photos below it. */
  place: string;
}

/** A part of a member's pile. */
export interface PileView {
  photos: PileSlide[];
  /** How many photos come after these, and the URL of the next part. */
  below: number;
  more: string | null;
  /** How many photos of the pile were added after the user's last visit. */
  newCount: number;
  /** How many photos the event has. */
  photoCount: number;
  voting: Voting;
  /** Whether the event has ended, so that nothing is written. */
  isOver: boolean;
  /** After how many more photos the user is asked for one of their own; null if they are not asked. */
  asksAfter: number | null;
}
