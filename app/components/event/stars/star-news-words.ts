import type { TFunction } from 'i18next';

type Translate = TFunction<'event'>;

/** A number from 2 on: a word up to nine. */
function numberWord(t: Translate, count: number): string {
  return t('star_news.numbers').split(' ')[count - 2] ?? String(count);
}

/** “A star fell on your photo”, or on how many of them; how many stars is not said (rule `notices.star-fell`). */
export function starNewsTitle(t: Translate, count: number): string {
  return t('star_news.title', { count, number: numberWord(t, Math.max(2, count)) });
}

/** What the string over one's own prints shows, in words (rule `notices.bulb`). */
export function bulbsText(t: Translate, { lit, total }: { lit: number; total: number }): string {
  if (lit === 0) return t('bulbs.none');
  if (total === 1) return t('bulbs.only');
  const text = t('bulbs.lit', { count: lit, number: numberWord(t, Math.max(2, lit)) });
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
