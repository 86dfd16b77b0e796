/**
 * A name in the writing that a person's names are compared and lists are sorted by: trimmed, inner spaces
 * folded, case-insensitive (rule `sign-in.names`). Upper case first, so that ß meets SS; the one character
 * PostgreSQL cannot read matches nothing stored.
 */
export function nameKey(name: string): string {
  const folded = name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
  return folded.replaceAll('\0', '').trim().replace(/\s+/g, ' ');
}

/** Drawn as nothing: soft hyphens, zero-width spaces, joiners, fillers, variants of emoji. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
const EMOJI = /\p{Extended_Pictographic}/gu;
/** Accents once they stand apart. Marks of other alphabets stay: they are vowels there. */
const ACCENTS = /[\u0300-\u036f]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]/g;
/** Letters that Unicode does not take apart, as people type them who do not have them. */
const PLAIN_LETTERS: Record<string, string> = { œ: 'oe', æ: 'ae', ø: 'o', đ: 'd', ł: 'l' };
const AND = new Set(['and', 'et', 'und', 'y', 'e', 'en']);

/**
 * What of an event's or an organizer's name tells it from others (rule `event.names`): its letters and
 * digits without case and accents, and without the word for "and". Names that have nothing of the kind
 * are told apart by all they have. A change of what this gives needs a migration that empties the stored
 * keys: the next start fills them again.
 */
export function matchKey(name: string): string {
  const visible = name.replace(INVISIBLE, '');
  // Before compatible forms are folded, which would make letters of some emoji.
  const plain = nameKey(visible.replace(EMOJI, ' '))
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .replace(/[œæøđł]/g, (letter) => PLAIN_LETTERS[letter] ?? letter);
  const words = plain.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const telling = words.filter((word) => !AND.has(word));
  return telling.join('') || words.join('') || nameKey(visible);
}

/** Whether two names of an event are the same, as they are compared (rule `event.names`). */
export function isSameName(one: string, other: string): boolean {
  return matchKey(one) === matchKey(other);
}
