import { safeNext } from '~/paths';
import type { RequestArgs } from './context';

/**
 * The origin of links that leave the site: in mails, on paper, in QR codes. PUBLIC_ORIGIN where it is
 * set, for what a request says of its own host may be forged.
 */
export function originOf({ request, context }: RequestArgs): string {
  return context.app.env.PUBLIC_ORIGIN ?? new URL(request.url).origin;
}

/** Where a page leads on to: what `?next=` asks for, if it is an address of ours. */
export function nextOf(request: Request, fallback: string): string {
  return safeNext(new URL(request.url).searchParams.get('next'), fallback);
}

/** Where whoever changes their mind is led back: what `?back=` asks for, if it is an address of ours. */
export function backOf(request: Request, fallback: string): string {
  return safeNext(new URL(request.url).searchParams.get('back'), fallback);
}
