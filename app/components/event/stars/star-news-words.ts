import type { TFunction } from 'i18next';

type Translate = TFunction<'event'>;

/**
 * A number from 2 up, as a word up to nine.
 * @param words the words for the numbers from 2 up, separated by spaces
 */
export function numberWord(words: string, count: number): string {
  return words.split(' ')[count - 2] ?? String(count);
}

/** “A star fell on your photo”, or on how many of them; the number of stars is not given (rule `notices.star-fell`). */
export function starNewsTitle(t: Translate, count: number): string {
  const number = numberWord(t('star_news.numbers'), Math.max(2, count));
  return t('star_news.title', { count, number });
}
