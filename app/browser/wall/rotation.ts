import type { WallPhoto } from '~/models/wall/rules';

// Which photos come next (rule `screens.wall-order`): new ones in the order in which they arrived, then a shuffle in
// which every photo is shown before any is repeated.

/** One print of a slide. */
export interface Shown {
  photo: WallPhoto;
  /** Whether it is new. */
  isNew: boolean;
}

/** What the wall shows at one time: one print, or two portraits side by side. */
export type Slide = Shown[];

/** What the wall can show at the moment. */
export interface Choice {
  /** Whether two portraits fit side by side. */
  pairs: boolean;
  /** Whether a photo's file is within reach; without a network only files loaded before are. */
  isWithinReach: (id: number) => boolean;
}

interface Entry {
  photo: WallPhoto;
  /** The last round in which it was shown; 0 before the first. */
  round: number;
  /** Counts the photos shown up to this one. */
  turn: number;
}

/**
 * A photo counts as new if it could first be shown within this time before the last state: 60 s of delay, and a margin.
 */
const NEW_WITHIN_MS = 120_000;
/** How many slides the back arrow reaches. */
const REMEMBERED = 20;
/** How many new photos are remembered, so that one that is taken off and put back is not new twice. */
const GREETED = 100;
/** A new round does not begin with the photos that ended the last one. */
const APART = 6;

/** Whether a photo is narrow enough to be shown beside another. */
const isPortrait = ({ width, height }: { width: number; height: number }): boolean =>
  width <= height * 0.9;

export type Rotation = ReturnType<typeof createRotation>;

/** @param random a number from 0 to 1, excluding 1 */
export function createRotation(random: () => number = Math.random) {
  const entries = new Map<number, Entry>();
  let fresh: number[] = [];
  let greeted: number[] = [];
  let past: { id: number; isNew: boolean }[][] = [];
  /** Which of the past slides is shown now. */
  let position = -1;
  let round = 1;
  let turn = 0;
  let lastNow: number | null = null;

  /**
   * Takes over the photos of a state.
   * @param now the server's time in it
   */
  function update(photos: readonly WallPhoto[], now: number): void {
    // The photos of the first state existed before the wall did.
    const newFrom = lastNow === null ? Infinity : lastNow - NEW_WITHIN_MS;
    lastNow = now;
    const present = new Set<number>();
    for (const photo of photos) {
      present.add(photo.id);
      const known = entries.get(photo.id);
      if (known) {
        known.photo = photo;
        continue;
      }
      entries.set(photo.id, { photo, round: 0, turn: 0 });
      if (photo.from >= newFrom && !greeted.includes(photo.id)) fresh.push(photo.id);
    }
    for (const id of Array.from(entries.keys())) if (!present.has(id)) entries.delete(id);
    fresh = fresh.filter((id) => entries.has(id));
  }

  /** The next slide; null if there is no photo. */
  function next(choice: Choice): Slide | null {
    while (fresh.length === 0 && position < past.length - 1) {
      position += 1;
      const slide = recall(position);
      if (slide) return slide;
    }
    const slide = draw(choice);
    if (!slide) return null;
    past.push(slide.map(({ photo, isNew }) => ({ id: photo.id, isNew })));
    past = past.slice(-REMEMBERED);
    position = past.length - 1;
    return slide;
  }

  /** The slide before the current one; null if none is remembered. */
  function back(): Slide | null {
    for (let index = position - 1; index >= 0; index -= 1) {
      const slide = recall(index);
      if (!slide) continue;
      position = index;
      return slide;
    }
    return null;
  }

  function recall(index: number): Slide | null {
    const slide: Slide = [];
    for (const { id, isNew } of past[index] || []) {
      const entry = entries.get(id);
      if (entry) slide.push({ photo: entry.photo, isNew });
    }
    return slide.length > 0 ? slide : null;
  }

  function draw({ pairs, isWithinReach }: Choice): Slide | null {
    const first = takeFresh(isWithinReach) || pick(isWithinReach);
    if (!first) return null;
    const slide = [show(first)];
    if (!pairs || !canStandBeside(first)) return slide;
    const [waiting] = fresh;
    const newcomer = waiting === undefined ? undefined : entries.get(waiting);
    const isNext = newcomer && isWithinReach(newcomer.photo.id) && canBeBeside(newcomer.photo);
    if (first.isNew && isNext) {
      fresh.shift();
      slide.push(show({ photo: newcomer.photo, isNew: true }));
    } else {
      const partner = pickPartner(isWithinReach);
      if (partner) slide.push(show(partner));
    }
    return slide;
  }

  /** The greeting of a first photo needs the space beside it. */
  const canStandBeside = ({ photo, isNew }: Shown) =>
    isPortrait(photo) && !(isNew && photo.isFirst);
  const canBeBeside = (photo: WallPhoto) => canStandBeside({ photo, isNew: true });

  function takeFresh(isWithinReach: Choice['isWithinReach']): Shown | null {
    const index = fresh.findIndex(isWithinReach);
    const entry = index < 0 ? undefined : entries.get(fresh.splice(index, 1)[0] as number);
    return entry ? { photo: entry.photo, isNew: true } : null;
  }

  function pick(isWithinReach: Choice['isWithinReach']): Shown | null {
    const settled = withoutFresh();
    if (settled.length > 0 && settled.every((entry) => entry.round === round)) round += 1;
    const remaining = settled.filter(
      (entry) => entry.round < round && isWithinReach(entry.photo.id),
    );
    const apart = Math.min(APART, Math.floor(settled.length / 2));
    const rested = remaining.filter((entry) => entry.turn === 0 || entry.turn <= turn - apart);
    const chosen = oneOf(rested) || oneOf(remaining) || longestAgo(settled, isWithinReach);
    return chosen && { photo: chosen.photo, isNew: false };
  }

  function pickPartner(isWithinReach: Choice['isWithinReach']): Shown | null {
    const chosen = oneOf(
      withoutFresh().filter(
        (entry) => entry.round < round && isPortrait(entry.photo) && isWithinReach(entry.photo.id),
      ),
    );
    return chosen && { photo: chosen.photo, isNew: false };
  }

  function withoutFresh(): Entry[] {
    const waiting = new Set(fresh);
    return Array.from(entries.values()).filter(({ photo }) => !waiting.has(photo.id));
  }

  function oneOf(some: Entry[]): Entry | null {
    return some[Math.floor(random() * some.length)] || null;
  }

  /** Without a network the round may be unable to continue: the photos within reach are then repeated, in turn. */
  function longestAgo(some: Entry[], isWithinReach: Choice['isWithinReach']): Entry | null {
    let oldest: Entry | null = null;
    for (const entry of some) {
      if (!isWithinReach(entry.photo.id)) continue;
      if (!oldest || entry.turn < oldest.turn) oldest = entry;
    }
    return oldest;
  }

  function show(shown: Shown): Shown {
    const entry = entries.get(shown.photo.id);
    turn += 1;
    if (entry) {
      entry.round = round;
      entry.turn = turn;
    }
    if (shown.isNew) greeted = greeted.concat(shown.photo.id).slice(-GREETED);
    return shown;
  }

  return {
    update,
    next,
    back,
    /** A photo as the last state has it; undefined if it is not on the wall any more. */
    find: (id: number): WallPhoto | undefined => {
      const entry = entries.get(id);
      return entry && entry.photo;
    },
    /** How many new photos wait. */
    waiting: (): number => fresh.length,
    /** How many photos there are. */
    count: (): number => entries.size,
    /** How many things are kept in memory. */
    kept: (): number => entries.size + fresh.length + greeted.length + past.length,
  };
}
