/** A source of numbers from 0 up to, but not including, 1. */
export type Random = () => number;

/** A repeatable source of random numbers (mulberry32): the same seed gives the same party. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** One of the items; undefined when there is none. */
export function pick<T>(items: readonly T[], random: Random): T | undefined {
  return items[Math.floor(random() * items.length)];
}

/**
 * Up to `count` different items, the earlier ones more often: a party has its favourites, and a
 * ranking in which all are equal would show little.
 */
export function pickFavourites<T>(items: readonly T[], count: number, random: Random): T[] {
  const left = [...items];
  const picked: T[] = [];
  while (picked.length < count && left.length > 0) {
    picked.push(...left.splice(Math.floor(random() ** 2 * left.length), 1));
  }
  return picked;
}

/** The items in another order. */
export function shuffle<T>(items: readonly T[], random: Random): T[] {
  return items
    .map((item) => ({ item, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}
