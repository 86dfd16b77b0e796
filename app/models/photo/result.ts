// The frozen result of a vote (rules `result.…`).

/**
 * How long after the closing the votes are counted (rule `voting.late-star`): stars that phones without a
 * connection took in time may still arrive.
 */
export const GRACE_MS = 2 * 60_000;
