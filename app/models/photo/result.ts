import type { Ballot, Place } from './count.mjs';

// The frozen result of a vote (rules `result.…`).

/**
 * How long after the closing the votes are counted (rule `voting.late-star`): stars that phones without a
 * connection took in time may still arrive.
 */
export const GRACE_MS = 2 * 60_000;

/** Something that was removed after the votes were counted (rule `result.changes`). */
export interface ResultChange {
  what: 'photo' | 'person';
  at: Date;
  /** The photo; a person is not named. */
  photoId?: number;
}

/** A result as `result.json` contains it. */
export interface ResultFile {
  event: { id: number; name: string };
  /** When the votes were counted. */
  closedAt: Date;
  /** How places follow from ballots, in English words. */
  rule: string;
  places: Place[];
  ballots: Ballot[];
  /** The SHA-256 of `canonicalBallots`, in hexadecimal digits. */
  digest: string;
  changes: ResultChange[];
}
