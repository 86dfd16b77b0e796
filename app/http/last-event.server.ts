import type { Cookie } from '@remix-run/node';
import { z } from 'zod';
import type { Env } from '~/env.server';
import type { EventLink } from '~/models/event/door';
import type { RequestArgs } from './context';
import { secureIfHttps, ownCookie } from './own-cookie.server';

const THIRTY_DAYS_S = 30 * 24 * 60 * 60;

const eventId = z.number().int().positive();
/** The event's id, with its code if it has one. */
const linkSchema = z.union([eventId, z.tuple([eventId, z.string()])]);

/**
 * The signed cookie with the event that a user of this device left last (rule `session.way-back`), or whose
 * code was opened here (rule `door.open`).
 */
export function createLastEventCookie(env: Env): Cookie {
  return ownCookie(env, {
    name: 'snapodium_last_event',
    maxAge: THIRTY_DAYS_S,
  });
}

/** The header that stores an event's link, or deletes the cookie for null. */
export function rememberEvent(
  { request, context }: RequestArgs,
  link: EventLink | null,
): Promise<string> {
  const { lastEvent } = context.app;
  const options = secureIfHttps(request);
  if (link === null) return lastEvent.serialize('', { ...options, maxAge: 0 });
  const { eventId, code } = link;
  return lastEvent.serialize(code === null ? eventId : [eventId, code], options);
}

/** The event that this device remembers, if the signature is valid; else null. */
export async function readLastEvent({ request, context }: RequestArgs): Promise<EventLink | null> {
  const read: unknown = await context.app.lastEvent.parse(request.headers.get('Cookie'));
  // A session's cookie has the same signature, so it could be replayed under this name. Its content does not
  // match the schema.
  const link = linkSchema.safeParse(read).data;
  if (link === undefined) return null;
  return typeof link === 'number'
    ? { eventId: link, code: null }
    : { eventId: link[0], code: link[1] };
}
