import { randomUUID } from 'node:crypto';
import { createCookie, type Cookie } from '@remix-run/node';
import { z } from 'zod';
import type { Env } from '~/env.server';
import type { RequestArgs, RequestContext } from './context';
import { asAsked, ownCookie } from './own-cookie.server';

const YEAR_S = 365 * 24 * 60 * 60;
/** A shared tablet remembers so many people, the last ones first. */
const PEOPLE_MAX = 20;

const markSchema = z.object({
  browser: z.string().uuid(),
  people: z.array(z.number().int().positive()).max(PEOPLE_MAX),
});
/** Who has signed in on a browser, by the ids of users, the last one first. */
type BrowserMark = z.infer<typeof markSchema>;

/**
 * The mark of earlier sign-ins (rule `throttle.mark`), signed. It opens nothing: it only gives tries of its
 * own to whoever was here before, so that nobody else uses them up.
 */
export function createBrowserMarkCookie(env: Env): Cookie {
  const { name, ...options } = ownCookie(env, { name: 'snapodium_browser', maxAge: YEAR_S });
  return createCookie(name, options);
}

/** Marks of requests that signed somebody in; they go out with the session. */
const marked = new WeakMap<RequestContext, BrowserMark>();

/** Remembers on this browser that somebody has signed in. */
export async function markBrowser(args: RequestArgs, userId: number): Promise<void> {
  const known = await readMark(args);
  const people = [userId, ...(known?.people ?? []).filter((id) => id !== userId)];
  const mark = { browser: known?.browser ?? randomUUID(), people: people.slice(0, PEOPLE_MAX) };
  marked.set(args.context, mark);
}

/** What a browser is counted as that has the mark of this person; null for every other one. */
export async function markedBrowser(args: RequestArgs, userId: number): Promise<string | null> {
  const mark = await readMark(args);
  return mark?.people.includes(userId) ? mark.browser : null;
}

/** The header that stores what `markBrowser` remembered; null where it was not called. */
export async function markCookie({ request, context }: RequestArgs): Promise<string | null> {
  const mark = marked.get(context);
  return mark ? context.app.browserMark.serialize(mark, asAsked(request)) : null;
}

async function readMark({ request, context }: RequestArgs): Promise<BrowserMark | null> {
  const read: unknown = await context.app.browserMark.parse(request.headers.get('Cookie'));
  // Another cookie of ours is signed alike: under this name its content comes through, in another shape.
  return markSchema.safeParse(read).data ?? null;
}
