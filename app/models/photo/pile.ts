/** How many photos a call may mark as seen at once. */
export const SEEN_AT_ONCE = 200;

/** The feed leads to the photos that a reader has not seen once there are this many (rule `pile.entry`). */
export const PILE_OFFERED_FROM = 5;

/** A reader who has seen this many photos and added none is asked for one, once (rule `pile.asks`). */
export const PILE_ASKS_FROM = 10;

/** After this long without a photo that was new to them, a reader's next one begins another visit. */
export const VISIT_ENDS_AFTER_MS = 10 * 60_000;
