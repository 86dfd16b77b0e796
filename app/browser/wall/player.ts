import type { Prints } from './prints';
import { FADE_MS } from './prints';
import type { Rotation, Slide } from './rotation';

// Decides when the photos change. There is one timer, and one slide loads at a time.

/**
 * A new photo appears within three seconds, including the load of its file, but a slide is never cut off immediately.
 */
const LEAST_MS = 1500;
/** A new photo stays longer, unless others wait. */
const NEW_STANDS = 1.5;
/** How often another slide is tried immediately if a file does not arrive. */
const TRIES = 5;
/** After that the current slide stays, and the next try follows this much later. */
const TRY_AGAIN_MS = 5000;
/** A photo whose file did not arrive is not tried again for this long. */
const LEFT_ALONE_MS = 60_000;

interface PlayerOptions {
  rotation: Rotation;
  prints: Pick<Prints, 'prepare' | 'swap' | 'shown'>;
  nameOf: (userName: string) => string;
  /** Whether two portraits fit side by side. */
  pairs: () => boolean;
  /** Whether the server cannot be reached: then only photos that were loaded before are tried. */
  isAway: () => boolean;
  /** Called after each change. */
  onChange: () => void;
  now?: () => number;
}

export function createPlayer(options: PlayerOptions) {
  const { rotation, prints, nameOf, pairs, isAway, onChange, now = Date.now } = options;
  let paceMs = 8000;
  let isPlaying = false;
  let isPaused = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let shownAt = -Infinity;
  let isNewShown = false;
  /** Counts the changes that were begun, so that one that was overtaken stops. */
  let begun = 0;
  let isBusy = false;
  let failedAt = new Map<number, number>();
  let loaded = new Set<number>();

  const isWithinReach = (id: number) =>
    isAway() ? loaded.has(id) : now() - (failedAt.get(id) || -Infinity) > LEFT_ALONE_MS;

  async function change(take: () => Slide | null): Promise<void> {
    begun += 1;
    const turn = begun;
    clearTimeout(timer);
    isBusy = true;
    for (let tried = 0; tried < TRIES; tried += 1) {
      const slide = take();
      if (!slide) break;
      if (isSame(slide)) return settle(slide);
      const failed = await prints.prepare(slide, nameOf);
      if (turn !== begun) return;
      for (const { photo } of slide) {
        if (failed.includes(photo.id)) failedAt.set(photo.id, now());
        else loaded.add(photo.id);
      }
      // A photo can be taken off while its file loads.
      const isWhole = failed.length === 0 && slide.every(({ photo }) => rotation.find(photo.id));
      if (!isWhole) continue;
      prints.swap(slide, nameOf);
      return settle(slide);
    }
    isBusy = false;
    plan(TRY_AGAIN_MS);
  }

  /** Whether these prints are shown already, as with a single photo. */
  function isSame(slide: Slide): boolean {
    const shown = prints.shown();
    return shown.length === slide.length && slide.every(({ photo }) => shown.includes(photo.id));
  }

  function settle(slide: Slide): void {
    isBusy = false;
    shownAt = now();
    isNewShown = slide.some(({ isNew }) => isNew);
    plan();
    onChange();
  }

  const forwards = () => rotation.next({ pairs: pairs(), isWithinReach });

  /** Sets the timer for the next change. */
  function plan(atLeast = 0): void {
    clearTimeout(timer);
    if (!isPlaying || isPaused || isBusy) return;
    const isWaited = rotation.waiting() > 0;
    const stays = isNewShown ? paceMs * (isWaited ? 1 : NEW_STANDS) : isWaited ? LEAST_MS : paceMs;
    const wait = Math.max(atLeast, shownAt + stays - now(), 0);
    timer = setTimeout(() => void change(forwards), wait);
  }

  return {
    /** Follows a state whose photos are already in the rotation. */
    update(state: { paceMs: number; isPlaying: boolean; isPaused: boolean }): void {
      ({ paceMs, isPlaying, isPaused } = state);
      const gone = (id: number) => rotation.find(id) === undefined;
      failedAt = new Map(Array.from(failedAt).filter(([id]) => !gone(id)));
      loaded = new Set(Array.from(loaded).filter((id) => !gone(id)));
      if (!isPlaying) {
        // A change that is in progress would appear behind another programme.
        begun += isBusy ? 1 : 0;
        isBusy = false;
        clearTimeout(timer);
      } else if (!isBusy && prints.shown().length === 0) void change(forwards);
      else plan();
    },
    /** Moves on immediately, even while paused. */
    next: (): void => void change(forwards),
    /** Shows the slide before; nothing happens if none is remembered. */
    back(): void {
      const slide = rotation.back();
      let isTaken = false;
      const once = () => (isTaken ? null : slide);
      void change(() => {
        const taken = once();
        isTaken = true;
        return taken;
      });
    },
    /** The network is back: files that did not arrive are tried again. */
    tryAgain: (): void => failedAt.clear(),
    /** Whether a change is in progress. */
    isMoving: (): boolean => isBusy || now() - shownAt < FADE_MS,
    stop(): void {
      begun += 1;
      isPlaying = false;
      clearTimeout(timer);
      failedAt.clear();
      loaded.clear();
    },
    /** How many things are kept in memory. */
    kept: (): number => failedAt.size + loaded.size,
  };
}
