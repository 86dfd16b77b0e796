import type wallScreen from '~/i18n/locales/en/wall_screen.json';

// The wall's texts, which its page carries. The library that translates the other pages is larger than the wall.

export type WallTexts = typeof wallScreen;
type Values = Record<string, string | number>;

/** Words that are said for some time. */
export interface Said {
  title: string;
  line: string;
  /** The words for screen readers. */
  told: string;
  /** A longer title gets smaller letters. */
  most: number;
  /** In ms. */
  changesIn: number;
}

/** Fills the values into a text. */
export function fill(text: string, values: Values = {}): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]));
}

/** Fills a text with a count into its form for that count. */
export function plural(
  forms: { one: string; other: string },
  count: number,
  language: string,
): string {
  const text = isOne(count, language) ? forms.one : forms.other;
  return fill(text, { count: count.toLocaleString(language) });
}

/** The first televisions with our scripts have no `PluralRules`. French counts nothing as one. */
function isOne(count: number, language: string): boolean {
  return language === 'fr' ? count < 2 : count === 1;
}
