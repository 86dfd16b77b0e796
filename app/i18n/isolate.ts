/**
 * Letters that run from right to left: the blocks Unicode keeps for them, Hebrew to Arabic and what
 * was added later. As ranges, because older browsers stumble over names of scripts they don't know.
 */
const RIGHT_TO_LEFT =
  /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';

/**
 * A value as it goes into a sentence: one that runs from right to left is set apart, so that it turns
 * none of the words, digits and marks around it. Everything else stays as it is; React escapes.
 */
export function isolate(value: string): string {
  return RIGHT_TO_LEFT.test(value) ? FIRST_STRONG_ISOLATE + value + POP_ISOLATE : value;
}
