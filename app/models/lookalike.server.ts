import { and, asc, between, eq, ne, or, sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { users } from '~db/schema';
import { nameKey } from './event-name';
import { EMAIL_SLIPS, slipsBetween } from './lookalike';
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

function hasLength(column: typeof users.nameKey | typeof users.emailKey, key: string, by: number) {
  const { length } = Array.from(key);
  return between(sql`length(${column})`, length - by, length + by);
}
