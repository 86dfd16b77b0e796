import { createRequire } from 'node:module';

/** Splits a word where it may be hyphenated. */
export type Hyphenate = (word: string) => string[];

/** The exports of a pattern file. */
interface Patterns {
  hyphenateSync(text: string, options: { hyphenChar: string; minWordLength: number }): string;
}

/** The patterns of our languages. English is British, as for dates. */
const PATTERNS: Partial<Record<string, string>> = {
  fr: 'fr',
  en: 'en-gb',
  es: 'es',
  de: 'de-1996',
  nl: 'nl',
};
/** Shorter words are not hyphenated. */
const MIN_LETTERS = 8;
const SOFT_HYPHEN = '\u00AD';

const require = createRequire(import.meta.url);

/**
 * Prepares a language, reading its patterns now.
 * @param language one of ours; words of others are not hyphenated
 */
export function hyphenationIn(language: string): Hyphenate {
  const name = PATTERNS[language];
  if (!name) return (word) => [word];
  const { hyphenateSync } = require(`hyphen/${name}`) as Patterns;
  const options = { hyphenChar: SOFT_HYPHEN, minWordLength: MIN_LETTERS };
  return (word) => hyphenateSync(word, options).split(SOFT_HYPHEN);
}
