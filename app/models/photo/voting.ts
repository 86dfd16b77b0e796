import type { ErrorCode } from '../errors';

// When stars count (rule `voting.times`). Browsers use it too.

/** What decides whether stars count: the result, the organizer's switch, and two optional times. */
export interface VotingRule {
  /** When the votes were counted; null while there is no result (rule `result.frozen`). */
  votingClosedAt: Date | null;
  votingEnabled: boolean;
  votingOpensAt: Date | null;
  votingClosesAt: Date | null;
}

/** Whether stars count at a given time, or why not: switched off, before the opening, or from the closing on. */
export type VotingState = 'open' | 'off' | 'early' | 'closed';

/**
 * Whether stars count at a given time. The opening itself counts, the closing does not. Once the votes are counted, no
 * star does.
 */
export function votingState(event: VotingRule, now: Date): VotingState {
  const { votingEnabled, votingOpensAt: opens, votingClosesAt: closes } = event;
  if (event.votingClosedAt) return 'closed';
  if (!votingEnabled) return 'off';
  if (closes && now >= closes) return 'closed';
  return opens && now < opens ? 'early' : 'open';
}

/**
 * Whether a star that arrives after the closing counts: it was given in time, and the votes are not counted yet
 * (rule `voting.late-star`).
 * @param givenAt when it was given, as its sender says
 */
export function isGivenInTime(event: VotingRule, givenAt: Date, now: Date): boolean {
  return givenAt <= now && votingState(event, givenAt) === 'open';
}

/**
 * What happens to a star that arrives after the closing although it was given before: it counts, or the votes are
 * counted already. Undefined for any other star.
 */
export function arrivalOf(
  event: VotingRule,
  givenAt: Date,
  now: Date,
): 'in-time' | 'counted' | undefined {
  const { votingClosedAt } = event;
  if (votingState(event, now) !== 'closed') return undefined;
  const end = votingClosedAt ?? now;
  if (!isGivenInTime({ ...event, votingClosedAt: null }, givenAt, end)) return undefined;
  return votingClosedAt ? 'counted' : 'in-time';
}

/** Why no star is given, taken back or moved. */
export const VOTING_REFUSALS = {
  off: 'voting_disabled',
  early: 'voting_not_open',
  closed: 'voting_closed',
} as const satisfies Record<Exclude<VotingState, 'open'>, ErrorCode>;

/** When the state changes by itself; null if it does not. */
export function nextTurn(event: VotingRule, now: Date): Date | null {
  const state = votingState(event, now);
  if (state === 'early') return event.votingOpensAt;
  return state === 'open' ? event.votingClosesAt : null;
}

/** Whether a closing is after an opening; either may be missing. */
export function isInOrder({
  votingOpensAt: opens,
  votingClosesAt: closes,
}: Pick<VotingRule, 'votingOpensAt' | 'votingClosesAt'>): boolean {
  return !opens || !closes || opens < closes;
}

const MINUTE_MS = 60_000;
/** The minutes before the closing at which the time left is announced. It is counted down from the first. */
const CLOSING_MARKS = [10, 5, 1] as const;
/** The same while the curtain hides the standings, from the hour on in which it falls by itself. */
export const CURTAIN_MARKS = [60, 30, ...CLOSING_MARKS] as const;
export type ClosingMark = (typeof CURTAIN_MARKS)[number];

/**
 * The mark that was passed last, with this many milliseconds left; null before the first, and at the end.
 * @param marks in minutes, the longest first
 */
export function closingMark(
  left: number,
  marks: readonly ClosingMark[] = CLOSING_MARKS,
): ClosingMark | null {
  if (left <= 0) return null;
  return marks.findLast((minutes) => left <= minutes * MINUTE_MS) ?? null;
}

/** What a clock shows for the time left: whole seconds, rounded up, so that it ends with 0:00. */
export function countdownOf(left: number): { minutes: number; seconds: number } {
  const seconds = Math.max(0, Math.ceil(left / 1000));
  return { minutes: Math.floor(seconds / 60), seconds: seconds % 60 };
}

/**
 * How long a clock with this many milliseconds left waits until it shows something else.
 * @param from from how many minutes on it shows seconds; before that it shows whole minutes at most
 */
export function nextTick(left: number, from: ClosingMark = CLOSING_MARKS[0]): number {
  const begins = left - from * MINUTE_MS;
  // Long timers are late after a device has slept.
  if (begins > 0) return Math.min(begins, left % MINUTE_MS || MINUTE_MS);
  return left % 1000 || 1000;
}
