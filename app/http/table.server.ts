import type { Cookie } from '@remix-run/node';
import { z } from 'zod';
import type { Env } from '~/env.server';
import { memberOf } from '~/models/access';
import { takeSeat } from '~/models/table/write.server';
import type { UserRow } from '~/models/user/read.server';
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

/** The header that forgets the table, once a person has chosen where they sit. */
export function forgetTable({ request, context }: RequestArgs): Promise<string> {
  return context.app.tableCookie.serialize('', { ...secureIfHttps(request), maxAge: 0 });
}

/**
 * Seats a member who signs in at the table whose code their device has scanned, unless they have one (rule
 * `tables.link`).
 * @returns the id of the table where they sit now; null for none
 */
export async function seatByScan(args: RequestArgs, user: UserRow): Promise<number | null> {
  const { db, today } = args.context.app;
  const number = user.tableId === null ? await readTable(args, user) : null;
  if (number === null) return user.tableId;
  return takeSeat(db, { actor: memberOf(user, today()), number });
}

/** The number of the table whose code this device scanned for an event; null if it scanned none. */
async function readTable(
  { request, context }: RequestArgs,
  { eventId }: { eventId: number },
): Promise<number | null> {
  const read: unknown = await context.app.tableCookie.parse(request.headers.get('Cookie'));
  const seat = seatSchema.safeParse(read).data;
  return seat?.[1] === eventId ? seat[2] : null;
}
