const made = new Map<string, Intl.DateTimeFormat>();

/**
 * Returns a cached date formatter. Creating one takes as long as using it a hundred times. The arguments
 * never come from a request, so the cache stays small.
 */
export function dateFormat(
  locale: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options]);
  const known = made.get(key);
  if (known) return known;
  const format = new Intl.DateTimeFormat(locale, options);
  made.set(key, format);
  return format;
}

/** A date as its language writes it: in French the first of a month is “1er”. */
export function withOrdinal(date: string, language: string): string {
  return language === 'fr' ? date.replace(/\b1(?=\s\p{L}|\u2013\d)/gu, '1er') : date;
}
