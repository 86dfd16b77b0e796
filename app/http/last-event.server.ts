import { createCookie, type Cookie } from '@remix-run/node';
import { z } from 'zod';
import type { Env } from '~/env.server';
import type { EventLink } from '~/models/door';
import type { RequestArgs } from './context';
import { asAsked, ownCookie } from './own-cookie.server';

const THIRTY_DAYS_S = 30 * 24 * 60 * 60;

const eventId = z.number().int().positive();
/** The number of the event, with its code where it has one. */
const linkSchema = z.union([eventId, z.tuple([eventId, z.string()])]);

/**
 * The cookie of the event that was left last on a device (rule `session.way-back`), or whose code was opened
 * there (rule `door.open`), signed.
 */
export function createLastEventCookie(env: Env): Cookie {
  const { name, ...options } = ownCookie(env, {
    name: 'snapodium_last_event',
    maxAge: THIRTY_DAYS_S,
  });
  return createCookie(name, options);
}

/** The header that remembers the link to an event; with null, the one that forgets whichever it was. */
export function rememberEvent(
  { request, context }: RequestArgs,
  link: EventLink | null,
): Promise<string> {
  const { lastEvent } = context.app;
  const options = asAsked(request);
  if (link === null) return lastEvent.serialize('', { ...options, maxAge: 0 });
  const { eventId, code } = link;
  return lastEvent.serialize(code === null ? eventId : [eventId, code], options);
}

/** The event that is remembered on this device, as long as our own signature says so; else null. */
export async function readLastEvent({ request, context }: RequestArgs): Promise<EventLink | null> {
  const read: unknown = await context.app.lastEvent.parse(request.headers.get('Cookie'));
  // A session's cookie is signed alike: under this name its content comes through, in another shape.
  const link = linkSchema.safeParse(read).data;
  if (link === undefined) return null;
  return typeof link === 'number'
    ? { eventId: link, code: null }
    : { eventId: link[0], code: link[1] };
}
