import { withQuery } from './paths';

/** The URLs of the reveal, which guests' pages need not load to hydrate. */
export const revealPaths = {
  /** The reveal; `from` plays a past one as if it had begun then, in ms since 1970; 0 starts it now. */
  reveal: (query?: { from?: number }) => withQuery('/reveal', query),
  /** The rehearsal for the organizer, with the same `from`. */
  rehearsal: (query?: { from?: number }) => withQuery('/event/rehearsal', query),
} as const;
