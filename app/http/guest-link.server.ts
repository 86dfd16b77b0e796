import type { Cookie } from '@remix-run/node';
import { z } from 'zod';
import type { Env } from '~/env.server';
import { findGuest } from '~/models/user/guest-mail.server';
import type { RequestArgs } from './context';
import { ownCookie, secureIfHttps } from './own-cookie.server';

const THIRTY_DAYS_S = 30 * 24 * 60 * 60;

/** The signed cookie with the token of the guest's link that was opened on this device. */
export function createGuestCookie(env: Env): Cookie {
  return ownCookie(env, { name: 'snapodium_guest', maxAge: THIRTY_DAYS_S });
}

/** The header that stores the token. */
export function rememberGuest({ request, context }: RequestArgs, token: string): Promise<string> {
  return context.app.guestLink.serialize(token, secureIfHttps(request));
}

/**
 * The name and the address under which a visitor of an event was invited, if this device has opened their link;
 * else null. They still confirm both.
 */
export async function readInvited(
  { request, context: { app } }: RequestArgs,
  { eventId }: { eventId: number },
): Promise<{ name: string; email: string } | null> {
  const read: unknown = await app.guestLink.parse(request.headers.get('Cookie'));
  const token = z.string().safeParse(read).data;
  if (token === undefined) return null;
  const found = await findGuest(app, { token });
  if (found?.event.id !== eventId) return null;
  const { name, email } = found.guest;
  return { name, email };
}
