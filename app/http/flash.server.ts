import { redirect, redirectDocument } from '@remix-run/node';
import { AHEAD_HEADER } from '~/browser/person';
import { isReading, type RequestArgs } from './context';
import { setOnceHeader } from './person.server';
import type { FlashData, Toast } from './session-data';
import { commitSession, getSession } from './session.server';

/** One-time messages that a redirect carries. */
export interface Flash {
  toast?: Toast;
  slotError?: FlashData['slotError'];
}

/**
 * The response to every successful POST: a redirect that stores the session with a flash message in it. When a
 * loader redirects, the browser loads a document, because the root shows the flash and does not reload with a link.
 */
export async function redirectWith(
  args: RequestArgs,
  url: string,
  flash: Flash = {},
): Promise<Response> {
  const session = await getSession(args);
  if (flash.toast) session.flash('toast', flash.toast);
  if (flash.slotError) session.flash('slotError', flash.slotError);
  const lead = isReading(args.request) ? redirectDocument : redirect;
  return lead(url, { headers: await commitSession(args) });
}

/** A redirect with a notice. */
export function redirectWithToast(args: RequestArgs, url: string, toast: Toast): Promise<Response> {
  return redirectWith(args, url, { toast });
}

/**
 * Takes a flash message out of the session. `headers` must be sent with the response, otherwise the message
 * would be shown again; they are null if there was none. A prefetched page takes none.
 */
export async function takeFlash<K extends keyof FlashData>(
  args: RequestArgs,
  key: K,
): Promise<{ value: FlashData[K] | null; headers: Headers | null }> {
  const session = await getSession(args);
  if (args.request.headers.has(AHEAD_HEADER)) return { value: null, headers: null };
  const value = (session.get(key) as FlashData[K] | undefined) ?? null;
  if (value === null) return { value, headers: null };
  setOnceHeader(args.context);
  return { value, headers: await commitSession(args) };
}
