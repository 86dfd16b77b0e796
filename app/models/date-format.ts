const made = new Map<string, Intl.DateTimeFormat>();

/**
 * A formatter of dates, made once for each way of writing: to make one takes as long as to use it a
 * hundred times. None of it comes from a request, so there are few.
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
