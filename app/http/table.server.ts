import type { Cookie } from '@remix-run/node';
import { z } from 'zod';
import type { Env } from '~/env.server';
import type { RequestArgs } from './context';
import { ownCookie, secureIfHttps } from './own-cookie.server';

/** A party is over by then, and who joins later sits elsewhere. */
const ONE_DAY_S = 24 * 60 * 60;

const number = z.number().int().positive();
/** The word comes first, so that a cookie of another name with the same signature does not match. */
const seatSchema = z.tuple([z.literal('table'), number, number]);

/** The signed cookie with the event and the number of the table whose code was scanned (rule `tables.link`). */
export function createTableCookie(env: Env): Cookie {
  return ownCookie(env, { name: 'snapodium_table', maxAge: ONE_DAY_S });
}

/** The header that stores the table for when this device's guest joins. */
export function rememberTable(
  { request, context }: RequestArgs,
  seat: { eventId: number; number: number },
): Promise<string> {
  const value = ['table', seat.eventId, seat.number];
  return context.app.tableCookie.serialize(value, secureIfHttps(request));
}

/** The number of the table whose code this device scanned for an event; null if it scanned none. */
export async function readTable(
  { request, context }: RequestArgs,
  { eventId }: { eventId: number },
): Promise<number | null> {
  const read: unknown = await context.app.tableCookie.parse(request.headers.get('Cookie'));
  const seat = seatSchema.safeParse(read).data;
  return seat?.[1] === eventId ? seat[2] : null;
}
