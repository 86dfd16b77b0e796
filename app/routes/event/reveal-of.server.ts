import type { Identity } from '~/http/guards.server';
import { areStandingsHidden, isRevealed, revealEndsAt } from '~/models/event/standings';
import { votingState } from '~/models/photo/voting';

/** What an open page of an event must know of its reveal (rule `reveal.led`). All times are ms since 1970. */
export interface ComingReveal {
  /** When it begins, or began; null while the organizer has not said it. */
  startsAt: number | null;
  endsAt: number | null;
}

/** The reveal that is on or to come; null if there is none, or the event is closed to the reader. */
export function revealOf({ event, access }: Identity, now: Date): ComingReveal | null {
  if (access === 'closed' || isRevealed(event, now)) return null;
  const endsAt = revealEndsAt(event);
  if (event.revealedAt && endsAt) {
    return { startsAt: event.revealedAt.getTime(), endsAt: endsAt.getTime() };
  }
  const state = votingState(event, now);
  const isWaiting = state !== 'open' && state !== 'early' && areStandingsHidden(event, now);
  return isWaiting ? { startsAt: null, endsAt: null } : null;
}
