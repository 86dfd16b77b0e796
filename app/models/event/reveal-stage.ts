import type { PodiumPlace } from '../photo/star';
import { COVER_MS, DRUM_MS, FIRST_MS, type RevealStep } from './reveal-steps';
import { REVEAL_MS } from './standings';

// What a phone shows of the reveal at each moment. Browsers use it too.

/**
 * `gather`: the lights go down; `drum`: the drum of light; `place`: a place below the first; `cover`: the first is
 * covered; `first`: it is shown; `nobody`: no photo has a star.
 */
export type RevealStage =
  | { name: 'gather' | 'drum' | 'cover' | 'first' | 'nobody' }
  | { name: 'place'; place: PodiumPlace };

interface Mark {
  at: number;
  stage: RevealStage;
}

const SECOND = 1000;

function marksOf(steps: readonly RevealStep[]): Mark[] {
  const gather: Mark = { at: 0, stage: { name: 'gather' } };
  if (steps.length === 0) return [gather, { at: DRUM_MS, stage: { name: 'nobody' } }];
  return [
    gather,
    { at: DRUM_MS, stage: { name: 'drum' } },
    ...steps
      .filter(({ place }) => place > 1)
      .map(({ place, at }): Mark => ({ at, stage: { name: 'place', place } })),
    { at: COVER_MS, stage: { name: 'cover' } },
    { at: FIRST_MS, stage: { name: 'first' } },
  ];
}

/**
 * What is shown at a given time.
 * @param passed ms since the reveal began
 */
export function stageAt(steps: readonly RevealStep[], passed: number): RevealStage {
  const marks = marksOf(steps);
  return [...marks].reverse().find(({ at }) => at <= passed)?.stage ?? { name: 'gather' };
}

/** The seconds that the ring shows until the first place, from ten down to one. */
export function secondsToFirst(passed: number): number {
  const left = Math.ceil((FIRST_MS - passed) / SECOND);
  return Math.min((FIRST_MS - COVER_MS) / SECOND, Math.max(1, left));
}

/** The milliseconds until something else is shown; null once the reveal is over. */
export function nextChangeIn(steps: readonly RevealStep[], passed: number): number | null {
  if (passed >= REVEAL_MS) return null;
  const { name } = stageAt(steps, passed);
  if (name === 'cover') return FIRST_MS - passed - (secondsToFirst(passed) - 1) * SECOND;
  const next = marksOf(steps).find(({ at }) => at > passed);
  return (next?.at ?? REVEAL_MS) - passed;
}
