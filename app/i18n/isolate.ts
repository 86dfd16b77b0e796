/**
 * Right-to-left letters: the Unicode blocks reserved for them, from Hebrew to Arabic and later additions.
 * They are listed as ranges, because older browsers fail on script names they don't know.
 */
const RIGHT_TO_LEFT =
  /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';

/**
 * A value for a sentence. A right-to-left value is isolated, so that it does not reorder the words, digits
 * and punctuation around it. Other values stay as they are; React escapes them.
 */
export function isolate(value: string): string {
  return RIGHT_TO_LEFT.test(value) ? FIRST_STRONG_ISOLATE + value + POP_ISOLATE : value;
}
