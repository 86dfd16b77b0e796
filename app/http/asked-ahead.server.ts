import { AHEAD_HEADER } from '~/browser/person';

/** Whether a browser prefetches a page that may never be shown. */
export function isAskedAhead({ headers }: Request): boolean {
  const purposes = [headers.get('Sec-Purpose'), headers.get('Purpose')];
  return headers.has(AHEAD_HEADER) || purposes.some((purpose) => purpose?.includes('prefetch'));
}

/**
 * Whether somebody opens a link, in a window or by a script of this site. A check of the link (HEAD), a prefetch and a
 * part of another page, such as an image, open nothing, and so change nothing (rule `invitation.opened`).
 */
export function isOpened(request: Request): boolean {
  if (request.method !== 'GET' || isAskedAhead(request)) return false;
  const part = request.headers.get('Sec-Fetch-Dest') ?? 'document';
  const isOwnScript = part === 'empty' && request.headers.get('Sec-Fetch-Site') === 'same-origin';
  return part === 'document' || isOwnScript;
}
