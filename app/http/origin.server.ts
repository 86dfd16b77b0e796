import { safeNext } from '~/paths';
import type { RequestArgs } from './context';

/**
 * The origin of links that leave the site: in mails, on paper, in QR codes. PUBLIC_ORIGIN takes precedence,
 * because a request's host may be forged.
 */
export function originOf({ request, context }: RequestArgs): string {
  return context.app.env.PUBLIC_ORIGIN ?? new URL(request.url).origin;
}

/** Where a page leads next: `?next=` if it is a URL of this site. */
export function nextOf(request: Request, fallback: string): string {
  return safeNext(new URL(request.url).searchParams.get('next'), fallback);
}

/** Where a page leads back to: `?back=` if it is a URL of this site. */
export function backOf(request: Request, fallback: string): string {
  return safeNext(new URL(request.url).searchParams.get('back'), fallback);
}
