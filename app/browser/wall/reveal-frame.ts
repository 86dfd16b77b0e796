import { COVER_MS, DRUM_MS, FIRST_MS } from '~/models/event/reveal-steps';
import { REVEAL_MS } from '~/models/event/standings';
import type { WallReveal } from '~/models/wall/rules';

// What the reveal shows at a moment (rule `wall.reveal`). It depends only on the clock, so a wall continues without a
// network, and stays in step after a reload.

/** Where a place is: dark, under its cover, in the air, or on its block. */
export type Stand = 'waits' | 'covered' | 'up' | 'down';

export interface Frame {
  /** `over` when everything is on the podium. */
  phase: 'gather' | 'drum' | 'place' | 'cover' | 'first' | 'over';
  /** The place that is being told, or the next one; null when there is none. */
  place: number | null;
  /** Whole seconds until the cover goes, from 10 to 1. */
  seconds: number;
  /** In how many ms it looks different; null when nothing changes any more. */
  changesIn: number | null;
  standOf(place: number): Stand;
}

const SECOND = 1000;

/** @param now the server's time, in ms since 1970 */
export function frameAt(
  { startsAt, steps }: Pick<WallReveal, 'startsAt' | 'steps'>,
  now: number,
): Frame {
  const passed = Math.max(0, now - startsAt);
  const has = (place: number) => steps.some((step) => step.place === place);
  const lower = steps.filter(({ place }) => place > 1);

  const standOf = (place: number): Stand => {
    const index = lower.findIndex((step) => step.place === place);
    const step = lower[index];
    if (!step) {
      if (passed >= FIRST_MS) return 'down';
      return passed >= COVER_MS ? 'covered' : 'waits';
    }
    if (passed < step.at) return 'waits';
    const next = lower[index + 1];
    return passed < (next ? next.at : COVER_MS) ? 'up' : 'down';
  };

  const up = lower.find(({ place }) => standOf(place) === 'up');
  const coming = steps.find(({ at }) => at > passed);
  const phaseOf = (): Frame['phase'] => {
    if (steps.length === 0 || passed >= REVEAL_MS) return 'over';
    if (passed < DRUM_MS) return 'gather';
    if (up) return 'place';
    if (!has(1) && passed >= COVER_MS) return 'over';
    if (passed >= FIRST_MS) return 'first';
    return passed >= COVER_MS ? 'cover' : 'drum';
  };
  const phase = phaseOf();
  const place = phase === 'first' ? 1 : up ? up.place : coming ? coming.place : null;
  const marks = lower.map(({ at }) => at).concat(DRUM_MS, COVER_MS, FIRST_MS, REVEAL_MS);
  for (let mark = COVER_MS + SECOND; mark < FIRST_MS; mark += SECOND) marks.push(mark);
  const later = marks.filter((mark) => mark > passed);
  return {
    phase,
    place,
    seconds: Math.max(1, Math.min(10, Math.ceil((FIRST_MS - passed) / SECOND))),
    changesIn: phase === 'over' ? null : Math.min(...later) + startsAt - now,
    standOf,
  };
}

/** Whether the show is running. */
export const isPlaying = (frame: Frame | null): frame is Frame =>
  frame !== null && frame.phase !== 'over';
