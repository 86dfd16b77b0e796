import type { RevealShow } from '~/models/event/shape';

/** What the page of a reveal gets from its loader. */
export interface RevealView {
  /** Null in a rehearsal, where the server knows of nothing else. */
  eventId: number | null;
  /** When the real one began, in ms since 1970; `show` may be played later. */
  revealedAt: number;
  /** How many photos the event has. */
  photoCount: number;
  show: RevealShow;
  /** Where the page leads, and what leaves it before the end. */
  links: { done: string; leave: string };
  /** Plays a rehearsal again; null for a real one. */
  again: string | null;
}
