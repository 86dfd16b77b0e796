import { redirect } from '@remix-run/node';
import { DomainError } from '~/models/errors';
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
 * Does something, and leads on with the notice that it is done, or with why a rule refuses it.
 * @throws whatever `work` throws that is no rule's refusal
 */
export async function redirectWithOutcome(
  args: RequestArgs,
  url: string,
  notice: { done: string; failed: string },
  work: () => Promise<unknown>,
): Promise<Response> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const text = `errors:${error.code}`;
    return redirectWithToast(args, url, { tone: 'bad', title: notice.failed, text });
  }
  return redirectWithToast(args, url, { tone: 'ok', title: notice.done });
}

/**
 * A redirect with a notice, in the place of the screen it leaves: Back leads past a dialog that has
 * done its work, and not through each review of a list.
 */
export async function replaceWithToast(
  args: RequestArgs,
  url: string,
  toast: Toast,
): Promise<Response> {
  const response = await redirectWithToast(args, url, toast);
  response.headers.set('X-Remix-Replace', 'true');
  return response;
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
