import type { PodiumPlace } from '../photo/star';
import { isRevealed, type StandingsRule } from './standings';

// The reveal: third, second, first, on every screen at the same moment of the server's clock (rule
// `reveal.steps`). Browsers use it too. All times are milliseconds; those of the show are counted from its
// beginning (`revealedAt`).

/** The lights gather until then, and every screen loads what it needs. The drum of light begins. */
export const DRUM_MS = 4_000;
/** How long a place below the first is shown. */
const PLACE_MS = 4_000;
/** The first place is covered from here on, and the ring counts the ten seconds to it. */
export const COVER_MS = 18_000;
/** The cover is removed. */
export const FIRST_MS = 28_000;
/** A guest's phone receives a place this long before its step, so that the photo has loaded in time. */
export const AHEAD_MS = 3_000;
/** Guests who missed the reveal may play it once within this time after its beginning (rule `reveal.late`). */
const LATE_MS = 60 * 60_000;

/** When the reveal began, while guests who missed it may play it; null if they may not (rule `reveal.late`). */
export function playableReveal(event: Pick<StandingsRule, 'revealedAt'>, now: Date): number | null {
  const began = event.revealedAt?.getTime() ?? null;
  return began !== null && isRevealed(event, now) && now.getTime() < began + LATE_MS ? began : null;
}

/** A place of the podium, and when it is shown. */
export interface RevealStep {
  place: PodiumPlace;
  at: number;
}

/**
 * The steps of a reveal, the first place last. Without a third or second place, as with ties, the drum lasts longer
 * instead, so that the first place always comes at the same time.
 * @param places the places that there are, in any order, possibly repeated
 */
export function revealSteps(places: readonly number[]): RevealStep[] {
  const later = ([3, 2] as const).filter((place) => places.includes(place));
  const steps: RevealStep[] = later.map((place, index) => ({
    place,
    at: COVER_MS - (later.length - index) * PLACE_MS,
  }));
  return places.includes(1) ? [...steps, { place: 1, at: FIRST_MS }] : steps;
}
