import { distance } from 'fastest-levenshtein';

/** A shorter name resembles many others by chance. */
const LETTERS_MIN = 6;
/** How many letters a typing mistake adds, drops or replaces. Two swapped letters count as two. */
const SLIP_MAX = 2;
/** Variables of other programs that resemble ours as much as a misspelling would. */
const OF_OTHERS = ['LOGLEVEL', 'MAILFROM'];

/** A variable of the environment that is probably a misspelling of one of ours. Its value is never shown. */
export interface Misspelt {
  name: string;
  meant: string;
}

/**
 * Finds variables whose names look like misspellings of ours (rule `variables.misspelt`). A name with another first
 * letter may differ by one letter only.
 * @param names the names of the environment
 * @param known our names
 */
export function findMisspelt(names: readonly string[], known: readonly string[]): Misspelt[] {
  const ours = known.filter((name) => name.length >= LETTERS_MIN);
  return names.flatMap((name) => {
    if (known.includes(name) || OF_OTHERS.includes(name) || name.length < LETTERS_MIN) return [];
    const upper = name.toUpperCase();
    const [nearest] = ours
      .map((meant) => ({ meant, slips: distance(upper, meant) }))
      .filter(({ meant, slips }) => slips <= (upper[0] === meant[0] ? SLIP_MAX : 1))
      .sort((a, b) => a.slips - b.slips);
    return nearest ? [{ name, meant: nearest.meant }] : [];
  });
}
