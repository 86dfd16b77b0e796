import { AHEAD_HEADER } from '~/browser/person';

/** Whether a browser prefetches a page that may never be shown. */
export function isAskedAhead({ headers }: Request): boolean {
  const purposes = [headers.get('Sec-Purpose'), headers.get('Purpose')];
  return headers.has(AHEAD_HEADER) || purposes.some((purpose) => purpose?.includes('prefetch'));
}
