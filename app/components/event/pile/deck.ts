/** A part of a pile, as the server returns it. */
export interface Part<T> {
  photos: readonly T[];
  /** How many photos come after these. */
  below: number;
  /** Where the next part is; null at the end. */
  more: string | null;
}

/** A pile on the screen. The first of `rest` is on top. */
export interface Deck<T> {
  /** The photos laid aside, the last one last. */
  passed: readonly T[];
  rest: readonly T[];
  below: number;
  more: string | null;
}

interface Photo {
  id: number;
}

/** How many photos are left, including the one on top. */
export const leftIn = ({ rest, below }: Deck<unknown>): number => rest.length + below;

/** Lays the top photo aside; changes nothing at the end. */
export function layAside<T>(deck: Deck<T>): Deck<T> {
  const [top, ...rest] = deck.rest;
  return top === undefined ? deck : { ...deck, passed: [...deck.passed, top], rest };
}

/** Takes back the photo that was laid aside last; changes nothing at the beginning. */
export function takeBack<T>(deck: Deck<T>): Deck<T> {
  const last = deck.passed.at(-1);
  if (last === undefined) return deck;
  return { ...deck, passed: deck.passed.slice(0, -1), rest: [last, ...deck.rest] };
}

/** Adds the next part below. */
export function addBelow<T extends Photo>(
  deck: Deck<T>,
  { photos, below, more }: Part<T>,
): Deck<T> {
  const known = new Set([...deck.passed, ...deck.rest].map(({ id }) => id));
  return {
    ...deck,
    rest: [...deck.rest, ...photos.filter(({ id }) => !known.has(id))],
    below,
    more,
  };
}

/**
 * Merges a newer answer from the top of the pile: photos that were added or removed since. Photos laid aside stay
 * there, and the photo on top stays on top.
 */
export function renew<T extends Photo>(deck: Deck<T>, { photos, below, more }: Part<T>): Deck<T> {
  const top = deck.rest.slice(0, 1);
  const here = new Set([...deck.passed, ...top].map(({ id }) => id));
  const rest = [...top, ...photos.filter(({ id }) => !here.has(id))];
  return { ...deck, rest, below, more };
}
