import { nameKey } from '../event/name';
import { emailKey } from './rules';

/** An address with a shorter local part may contain one typo, a longer one two. */
const SHORT_LOCAL_PART = 6;
export const EMAIL_SLIPS = 2;
/** In a shorter word one letter makes another name: Tim and Tom, Lea and Leo. */
const WORD_WITH_SLIP = 4;

interface NameAndEmail {
  name: string;
  email: string;
}

/**
 * The distance between the typed person and a known one: the number of typos in the address, or 0 for a typo
 * in the name. Null for different people (rule `sign-in.slip`). Either name or address must be right: a
 * similar name with a similar address may be a sibling.
 */
export function slipsBetween(typed: NameAndEmail, known: NameAndEmail): number | null {
  const names = [wordsOf(typed.name), wordsOf(known.name)] as const;
  const email = emailKey(typed.email);
  const knownEmail = emailKey(known.email);
  if (email === knownEmail) return isSlipInName(...names) ? 0 : null;
  const [words, knownWords] = names.map((name) => name.join(' '));
  if (words !== knownWords) return null;
  return countSlips(email, knownEmail, slipsAllowed(email));
}

/**
 * A name without accents, capitals and separators, which people leave out when they return. Names with the
 * same form share one count of guesses.
 */
export function plainName(name: string): string {
  return wordsOf(name).join(' ');
}

/**
 * Splits a name into words without accents; returns at least one. Marks of other scripts stay, because they
 * are vowels there.
 */
function wordsOf(name: string): string[] {
  const key = nameKey(name);
  const plain = key.normalize('NFKD').replace(/[\u0300-\u036f]/g, '');
  return plain.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [key];
}

/**
 * Whether two names at one address belong to the same person: the same first name except for a typo, or the
 * same words in another order. Families and tables of guests share an address, but their first names or
 * numbers differ.
 */
function isSlipInName(words: string[], others: string[]): boolean {
  if (numbersIn(words) !== numbersIn(others)) return false;
  const [[first = ''], [other = '']] = [words, others];
  return isNear(first, other) || inOrder(words) === inOrder(others);
}

function numbersIn(words: string[]): string {
  return (
    words
      .join(' ')
      .match(/\p{N}+/gu)
      ?.join(' ') ?? ''
  );
}

function inOrder(words: string[]): string {
  return [...words].sort().join(' ');
}

function isNear(word: string, other: string): boolean {
  const slips = Math.max(word.length, other.length) < WORD_WITH_SLIP ? 0 : 1;
  return countSlips(word, other, slips) !== null;
}

function slipsAllowed(email: string): number {
  return email.lastIndexOf('@') < SHORT_LOCAL_PART ? 1 : EMAIL_SLIPS;
}

/**
 * The number of letters that were mistyped, left out, added, or swapped with the next one; null if there are
 * more than `most`. This is the Damerau–Levenshtein distance in its restricted form (optimal string
 * alignment).
 */
function countSlips(typed: string, meant: string, most: number): number | null {
  if (Math.abs(typed.length - meant.length) > most) return null;
  let before: number[] = [];
  let last = Array.from({ length: meant.length + 1 }, (_, column) => column);
  for (let row = 1; row <= typed.length; row++) {
    const next = [row];
    for (let column = 1; column <= meant.length; column++) {
      const isSame = typed[row - 1] === meant[column - 1];
      const isSwapped =
        typed[row - 1] === meant[column - 2] && typed[row - 2] === meant[column - 1];
      next[column] = Math.min(
        at(last, column) + 1,
        at(next, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
        isSwapped ? at(before, column - 2) + 1 : Infinity,
      );
    }
    if (Math.min(...next) > most) return null;
    [before, last] = [last, next];
  }
  const slips = at(last, meant.length);
  return slips > most ? null : slips;
}

function at(counts: number[], column: number): number {
  return counts[column] ?? Infinity;
}
