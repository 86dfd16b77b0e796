import type { RevealShow } from '~/models/event/shape';

/** The data that the page of a reveal gets from its loader. */
export interface RevealView {
  /** Null in a rehearsal, which the server does not know about. */
  eventId: number | null;
  /** When the real one began, in ms since 1970; `show` may be played later. */
  revealedAt: number;
  /** How many photos the event has. */
  photoCount: number;
  show: RevealShow;
  /** The URLs that the page leads to at the end, and when it is left earlier. */
  links: { done: string; leave: string };
  /** Plays a rehearsal again; null for a real one. */
  again: string | null;
}
