import { and, asc, between, desc, eq, ne, or, sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { users } from '~db/schema';
import { nameKey } from './event-name';
import { EMAIL_SLIPS, plainName, slipsBetween } from './lookalike';
import { emailKey } from './user';
import { findMember, type UserRow } from './user.server';

/** So many members are looked at; of an event with ten thousand about three hundred come this far. */
const CANDIDATES_MAX = 1000;
/** A sign between two words may be left out. */
const NAME_SIGNS = 1;

/**
 * The member whom somebody new to an event is likely to be, with a slip in the name or in the address;
 * of several the nearest, and of those the first. Null when there is none (rule `sign-in.slip`).
 */
export async function findLookalike(
  db: Db,
  { eventId, name, email }: { eventId: number; name: string; email: string },
): Promise<UserRow | null> {
  const [typedName, typedEmail] = [nameKey(name), emailKey(email)];
  // PostgreSQL finds few by their lengths; whether those are alike is told here.
  const candidates = await db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(
      and(
        eq(users.eventId, eventId),
        or(
          // Who is meant exactly has registered at this moment, by the same form sent twice.
          and(eq(users.emailKey, typedEmail), ne(users.nameKey, typedName)),
          and(
            ne(users.emailKey, typedEmail),
            hasLength(users.nameKey, typedName, NAME_SIGNS),
            hasLength(users.emailKey, typedEmail, EMAIL_SLIPS),
          ),
        ),
      ),
    )
    .orderBy(asc(users.id))
    .limit(CANDIDATES_MAX);
  let nearest: { userId: number; slips: number } | null = null;
  for (const { id: userId, ...known } of candidates) {
    const slips = slipsBetween({ name, email }, known);
    if (slips !== null && slips < (nearest?.slips ?? Infinity)) nearest = { userId, slips };
  }
  return nearest && findMember(db, { userId: nearest.userId, eventId });
}

/** So many of one name are told apart; a party has few. */
const NAMESAKES_MAX = 10;

/**
 * The members whom somebody who signs in may mean, or guess at: by the name, accents, capitals and signs
 * aside, and by the address.
 * @returns their ids, of namesakes the first ten; or `exact`, of the one who has both
 */
export async function findMeant(
  db: Db,
  { eventId, name, email }: { eventId: number; name: string; email: string },
): Promise<{ exact: number } | { exact: null; named: number[]; addressed: number[] }> {
  const [typedName, typedEmail, plain] = [nameKey(name), emailKey(email), plainName(name)];
  const isExact = or(eq(users.emailKey, typedEmail), eq(users.nameKey, typedName));
  const candidates = await db
    .select({ id: users.id, nameKey: users.nameKey, emailKey: users.emailKey })
    .from(users)
    .where(
      and(eq(users.eventId, eventId), or(isExact, hasLength(users.nameKey, typedName, NAME_SIGNS))),
    )
    .orderBy(desc(sql`${isExact}`), asc(users.id))
    .limit(CANDIDATES_MAX);
  const addressed = candidates.filter((one) => one.emailKey === typedEmail);
  const meant = addressed.find((one) => one.nameKey === typedName);
  if (meant) return { exact: meant.id };
  const named = candidates.filter((one) => plainName(one.nameKey) === plain);
  const idsOf = (members: { id: number }[]) => members.slice(0, NAMESAKES_MAX).map(({ id }) => id);
  return { exact: null, named: idsOf(named), addressed: idsOf(addressed) };
}

function hasLength(column: typeof users.nameKey | typeof users.emailKey, key: string, by: number) {
  const { length } = Array.from(key);
  return between(sql`length(${column})`, length - by, length + by);
}
