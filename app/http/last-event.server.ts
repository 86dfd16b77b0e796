import { createCookie, type Cookie } from '@remix-run/node';
import type { Env } from '~/env.server';
import type { RequestArgs } from './context';

const THIRTY_DAYS_S = 30 * 24 * 60 * 60;

/** The cookie of the event that was left last on a device (rule `session.way-back`), signed. */
export function createLastEventCookie(env: Env): Cookie {
  return createCookie('snapodium_last_event', {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    maxAge: THIRTY_DAYS_S,
    secrets: env.SESSION_SECRET,
  });
}

/** The header that remembers an event; with null, the one that forgets whichever it was. */
export function rememberEvent(args: RequestArgs, eventId: number | null): Promise<string> {
  const secure = new URL(args.request.url).protocol === 'https:';
  const { lastEvent } = args.context.app;
  return eventId === null
    ? lastEvent.serialize('', { secure, maxAge: 0 })
    : lastEvent.serialize(eventId, { secure });
}

/** The event that was left last on this device, as long as our own signature says so; else null. */
export async function readLastEvent({ request, context }: RequestArgs): Promise<number | null> {
  const eventId: unknown = await context.app.lastEvent.parse(request.headers.get('Cookie'));
  // A session's cookie is signed alike: under this name its content comes through, and is no number.
  return Number.isSafeInteger(eventId) && Number(eventId) > 0 ? Number(eventId) : null;
}
