/**
 * The normalized form of a person's name, for comparing and sorting: trimmed, inner spaces collapsed,
 * case-insensitive (rule `sign-in.names`). It converts to upper case first so that ß equals SS. It drops the
 * null character, which PostgreSQL cannot store.
 */
export function nameKey(name: string): string {
  const folded = name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
  return folded.replaceAll('\0', '').trim().replace(/\s+/g, ' ');
}

/**
 * Characters without a visible form: soft hyphens, zero-width spaces, joiners, fillers, emoji variation
 * selectors.
 */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
const EMOJI = /\p{Extended_Pictographic}/gu;
/** Accents in decomposed text. Marks of other scripts stay, because they are vowels there. */
const ACCENTS = /[\u0300-\u036f]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]/g;
/** Letters that Unicode does not decompose, as they are typed on keyboards without them. */
const PLAIN_LETTERS: Record<string, string> = { œ: 'oe', æ: 'ae', ø: 'o', đ: 'd', ł: 'l' };
const AND = new Set(['and', 'et', 'und', 'y', 'e', 'en']);

/**
 * The form by which the names of events and organizers are compared (rule `event.names`): letters and digits
 * without case and accents, and without the word for "and". If nothing is left, all characters count. A
 * change to this function needs a migration that empties the stored keys; the next start fills them again.
 */
export function matchKey(name: string): string {
  const visible = name.replace(INVISIBLE, '');
  // Removes emoji before NFKC, which would turn some of them into letters.
  const plain = nameKey(visible.replace(EMOJI, ' '))
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .replace(/[œæøđł]/g, (letter) => PLAIN_LETTERS[letter] ?? letter);
  const words = plain.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const telling = words.filter((word) => !AND.has(word));
  return telling.join('') || words.join('') || nameKey(visible);
}

/** Whether two names of events are the same when compared (rule `event.names`). */
export function isSameName(one: string, other: string): boolean {
  return matchKey(one) === matchKey(other);
}
