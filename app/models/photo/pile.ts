/** How many photos a call may mark as seen at once. */
export const SEEN_AT_ONCE = 200;

/** From this many photos on that a reader has not seen, the feed leads to them (rule `pile.entry`). */
export const PILE_OFFERED_FROM = 5;

/** Who has seen this many photos and added none is asked for one, once (rule `pile.asks`). */
export const PILE_ASKS_FROM = 10;

/** After this long without a photo that was new to them, a reader's next one begins another visit. */
export const VISIT_ENDS_AFTER_MS = 10 * 60_000;
