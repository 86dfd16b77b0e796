/** A voter's ballot. */
export interface Ballot {
  /** A keyed hash of the event's and the voter's id, as 64 hexadecimal digits. */
  voter: string;
  photoIds: number[];
}

/** A photo's place in a result. */
export interface Place {
  place: number;
  photoId: number;
  stars: number;
}

/** Stars on a ballot at most (rule `stars.number`). */
export const STARS_ON_BALLOT: number;
/** How places follow from ballots, in English words. */
export const RULE: string;
/**
 * The place of each number of stars: equal ones share a place, and the next one is skipped (1, 2, 2, 4; rule
 * `ranking.places`).
 */
export function placesOf(stars: readonly number[]): number[];
/** All photos with a star, most stars first, then by id, with their places. */
export function countBallots(ballots: readonly Ballot[]): Place[];
/** The text of which the digest is the SHA-256: a line for each ballot, sorted. */
export function canonicalBallots(ballots: readonly Ballot[]): string;
/** What makes a ballot invalid, in English words; null if all are valid. */
export function faultOf(ballots: readonly Ballot[]): string | null;
