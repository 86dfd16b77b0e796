import { createRequire } from 'node:module';

/** Splits a word where it may be hyphenated. */
export type Hyphenate = (word: string) => string[];

/** The exports of a pattern file. */
interface Patterns {
  hyphenateSync(text: string, options: { hyphenChar: string; minWordLength: number }): string;
}

/** The patterns of languages that have several. English is British, as for dates. */
const PATTERNS: Partial<Record<string, string>> = { en: 'en-gb', de: 'de-1996' };
/** Shorter words are not hyphenated. */
const MIN_LETTERS = 8;
const SOFT_HYPHEN = '\u00AD';

const require = createRequire(import.meta.url);

/**
 * Prepares a language, reading its patterns now.
 * @param language one of ours
 * @throws Error for a language without patterns
 */
export function hyphenationIn(language: string): Hyphenate {
  const { hyphenateSync } = require(`hyphen/${PATTERNS[language] ?? language}`) as Patterns;
  const options = { hyphenChar: SOFT_HYPHEN, minWordLength: MIN_LETTERS };
  return (word) => hyphenateSync(word, options).split(SOFT_HYPHEN);
}
