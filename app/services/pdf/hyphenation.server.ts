import { createRequire } from 'node:module';

/** Cuts a word at the places where it may be parted at the end of a line. */
export type Hyphenate = (word: string) => string[];

/** What a file of patterns gives. */
interface Patterns {
  hyphenateSync(text: string, options: { hyphenChar: string; minWordLength: number }): string;
}

/** The patterns of our languages; British English, as its dates. */
const PATTERNS: Partial<Record<string, string>> = {
  fr: 'fr',
  en: 'en-gb',
  es: 'es',
  de: 'de-1996',
  nl: 'nl',
};
/** Shorter words are not worth it. */
const MIN_LETTERS = 8;
const SOFT_HYPHEN = '\u00AD';

const require = createRequire(import.meta.url);

/**
 * Prepares a language; its patterns are read now.
 * @param language one of ours; others part no words
 */
export function hyphenationIn(language: string): Hyphenate {
  const name = PATTERNS[language];
  if (!name) return (word) => [word];
  const { hyphenateSync } = require(`hyphen/${name}`) as Patterns;
  const options = { hyphenChar: SOFT_HYPHEN, minWordLength: MIN_LETTERS };
  return (word) => hyphenateSync(word, options).split(SOFT_HYPHEN);
}
