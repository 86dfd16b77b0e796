import type wallScreen from '~/i18n/locales/en/wall_screen.json';

// The wall's texts, which its page contains. The library that translates the other pages is larger than the wall.

export type WallTexts = typeof wallScreen;
type Values = Record<string, string | number>;

/** Words that are shown for some time. */
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

/** Fills a count into the text's form for that count. */
export function plural(
  forms: { one: string; other: string },
  count: number,
  language: string,
): string {
  const text = isOne(count, language) ? forms.one : forms.other;
  return fill(text, { count: count.toLocaleString(language) });
}

/** The oldest televisions that run our scripts have no `PluralRules`. French treats zero as singular. */
function isOne(count: number, language: string): boolean {
  return language === 'fr' ? count < 2 : count === 1;
}
