import { redirect } from '@remix-run/node';
import { dialogIn } from '~/dialog-address';

/**
 * Redirects a document request for a page with a dialog over it to the dialog's own page, so that a reload or
 * a copied link works without scripts, too. Null for other requests.
 */
export function dialogPage({ method, url }: Request): Response | null {
  const { pathname, search } = new URL(url);
  const to = dialogIn({ search });
  if (to === null || method !== 'GET' || pathname.endsWith('.data')) return null;
  return redirect(to);
}
