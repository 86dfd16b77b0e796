import { randomUUID } from 'node:crypto';
import type { Cookie } from '@remix-run/node';
import { z } from 'zod';
import type { Env } from '~/env.server';
import type { RequestArgs, RequestContext } from './context';
import { secureIfHttps, ownCookie } from './own-cookie.server';

const YEAR_S = 365 * 24 * 60 * 60;
/** The maximum number of people that a shared tablet remembers, most recent first. */
const PEOPLE_MAX = 20;

const markSchema = z.object({
  browser: z.string().uuid(),
  people: z.array(z.number().int().positive()).max(PEOPLE_MAX),
});
/** The ids of users who have signed in on a browser, most recent first. */
type BrowserMark = z.infer<typeof markSchema>;

/**
 * The signed cookie that remembers earlier sign-ins (rule `throttle.mark`). It grants no access. It gives
 * returning users their own count of tries, which other people cannot use up.
 */
export function createBrowserMarkCookie(env: Env): Cookie {
  return ownCookie(env, { name: 'snapodium_browser', maxAge: YEAR_S });
}

/** The marks set by requests that signed a user in. They are sent with the session. */
const marked = new WeakMap<RequestContext, BrowserMark>();

/** Remembers on this browser that a user has signed in. */
export async function markBrowser(args: RequestArgs, userId: number): Promise<void> {
  const known = await readMark(args);
  const people = [userId, ...(known?.people ?? []).filter((id) => id !== userId)];
  const mark = { browser: known?.browser ?? randomUUID(), people: people.slice(0, PEOPLE_MAX) };
  marked.set(args.context, mark);
}

/** The browser's id for counting, if it has this user's mark; otherwise null. */
export async function markedBrowser(args: RequestArgs, userId: number): Promise<string | null> {
  const mark = await readMark(args);
  return mark?.people.includes(userId) ? mark.browser : null;
}

/** The header that stores the mark set by `markBrowser`; null if none was set. */
export async function markCookie({ request, context }: RequestArgs): Promise<string | null> {
  const mark = marked.get(context);
  return mark ? context.app.browserMark.serialize(mark, secureIfHttps(request)) : null;
}

async function readMark({ request, context }: RequestArgs): Promise<BrowserMark | null> {
  const read: unknown = await context.app.browserMark.parse(request.headers.get('Cookie'));
  // Our other cookies have the same signature, so one could be replayed under this name. Its content does not
  // match the schema.
  return markSchema.safeParse(read).data ?? null;
}
