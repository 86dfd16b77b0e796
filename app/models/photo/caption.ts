import { UNSEEN } from '../unseen';

/** The longest caption, in letters as readers count them: graphemes (rule `photos.caption`). */
export const CAPTION_MAX = 40;
/** The longest one in UTF-16 units: an emoji of a family takes a dozen, and accents can be stacked without end. */
export const CAPTION_UNITS_MAX = 480;

/** Whatever breaks a line, and tabs. */
const BREAKS = /[\s\u0085\u2028\u2029]+/gu;
const UNSEEN_CHARACTERS = new RegExp(`[${UNSEEN}]`, 'gu');
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/**
 * A caption, or another short text, as it is stored: trimmed, on one line, without control characters; null if
 * nothing is left.
 */
export function cleanCaption(text: string): string | null {
  const clean = text.replace(BREAKS, ' ').replace(UNSEEN_CHARACTERS, '').trim();
  return VISIBLE.test(clean) ? clean : null;
}

/** How many more letters a caption may have; negative if it is too long. */
export function lettersLeft(text: string): number {
  const clean = cleanCaption(text) ?? '';
  if (clean.length > CAPTION_UNITS_MAX) return -1;
  return CAPTION_MAX - lettersOf(clean).length;
}

/** The beginning of a text that is short enough for a caption; spaces around it stay. */
export function cutCaption(text: string): string {
  if (lettersLeft(text) >= 0) return text;
  const letters = lettersOf(text).slice(0, 2 * CAPTION_MAX);
  while (lettersLeft(letters.join('')) < 0) letters.pop();
  return letters.join('');
}

/** A text's letters as readers count them. */
export function lettersOf(text: string): string[] {
  // Firefox supports `Segmenter` from version 125.
  if (!('Segmenter' in Intl)) return Array.from(text);
  return Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
}
