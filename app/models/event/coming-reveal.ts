import { votingState } from '../photo/voting';
import { areStandingsHidden, isRevealed, revealEndsAt, type StandingsRule } from './standings';

/** What an open page of an event must know about its reveal (rule `reveal.led`). All times are ms since 1970. */
interface ComingReveal {
  /** When it begins, or began; null while the organizer has not said it. */
  startsAt: number | null;
  endsAt: number | null;
}

/** After the count the organizer reveals the result, or calls a duel, within this time. */
const AWAITED_MS = 60 * 60_000;

/** The reveal of an event that is on, to come or awaited; null if there is none. */
export function comingReveal(
  event: StandingsRule & Parameters<typeof votingState>[0],
  now: Date,
): ComingReveal | null {
  if (isRevealed(event, now)) return null;
  const endsAt = revealEndsAt(event);
  if (event.revealedAt && endsAt) {
    return { startsAt: event.revealedAt.getTime(), endsAt: endsAt.getTime() };
  }
  const state = votingState(event, now);
  if (state === 'open' || state === 'early') return null;
  const { votingClosedAt } = event;
  const isJustCounted =
    votingClosedAt !== null && now.getTime() < votingClosedAt.getTime() + AWAITED_MS;
  const isAwaited = isJustCounted || areStandingsHidden(event, now);
  return isAwaited ? { startsAt: null, endsAt: null } : null;
}
