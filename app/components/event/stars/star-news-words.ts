import type { TFunction } from 'i18next';

type Translate = TFunction<'event'>;

/**
 * A number from 2 on: a word up to nine.
 * @param words those of the numbers from 2 on, separated by spaces
 */
export function numberWord(words: string, count: number): string {
  return words.split(' ')[count - 2] ?? String(count);
}

/** “A star fell on your photo”, or on how many of them; how many stars is not said (rule `notices.star-fell`). */
export function starNewsTitle(t: Translate, count: number): string {
  const number = numberWord(t('star_news.numbers'), Math.max(2, count));
  return t('star_news.title', { count, number });
}
