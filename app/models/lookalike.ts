import { nameKey } from './event-name';
import { emailKey } from './user';

/** An address with fewer letters before its @ may differ by one slip, a longer one by two. */
const SHORT_LOCAL_PART = 6;
export const EMAIL_SLIPS = 2;
/** In a shorter word one letter makes another name: Tim and Tom, Lea and Leo. */
const WORD_WITH_SLIP = 4;

interface NameAndEmail {
  name: string;
  email: string;
}

/**
 * How far somebody who was typed is from somebody who is known: the slips in the address, 0 for one in
 * the name. Null when they are two people (rule `sign-in.slip`): one of the two has to be right, for who
 * has a like name and a like address is a brother.
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
 * A name without what people leave out when they come back: accents, capitals, and the signs between its
 * words. Two that are the same here are one name to a guesser, too.
 */
export function plainName(name: string): string {
  return wordsOf(name).join(' ');
}

/** Words without accents; at least one. Other alphabets keep their marks, which are vowels there. */
function wordsOf(name: string): string[] {
  const key = nameKey(name);
  const plain = key.normalize('NFKD').replace(/[\u0300-\u036f]/g, '');
  return plain.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [key];
}

/**
 * Whether two names at one address are one person's: the same first name, give or take a letter, or the
 * same words in another order. Families share an address, and the guests of a table; their first names
 * or their numbers differ.
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
 * How many letters were typed wrong, left out, added, or swapped with the next one; null when there are
 * more than `most`. (The distance of Damerau and Levenshtein, no letter touched twice.)
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
