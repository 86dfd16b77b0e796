import { redirect } from '@remix-run/node';
import type { RequestArgs } from './context';
import type { FlashData, Toast } from './session-data';
import { commitSession, getSession } from './session.server';

/** What a redirect brings along besides its address. */
export interface Flash {
  toast?: Toast;
  slotError?: FlashData['slotError'];
}

/** The answer to every successful POST: a redirect that stores the session, with a flash in it. */
export async function redirectWith(
  args: RequestArgs,
  url: string,
  flash: Flash = {},
): Promise<Response> {
  const session = await getSession(args);
  if (flash.toast) session.flash('toast', flash.toast);
  if (flash.slotError) session.flash('slotError', flash.slotError);
  return redirect(url, { headers: await commitSession(args) });
}

/** A redirect with a notice. */
export function redirectWithToast(args: RequestArgs, url: string, toast: Toast): Promise<Response> {
  return redirectWith(args, url, { toast });
}

/**
 * Takes a flash out of the session. `headers` must go out with the response, or it would be
 * shown again; they are null when there was nothing.
 */
export async function takeFlash<K extends keyof FlashData>(
  args: RequestArgs,
  key: K,
): Promise<{ value: FlashData[K] | null; headers: Headers | null }> {
  const session = await getSession(args);
  const value = (session.get(key) as FlashData[K] | undefined) ?? null;
  return { value, headers: value === null ? null : await commitSession(args) };
}
