import { and, asc, between, desc, eq, ne, or, sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { users } from '~db/schema';
import { nameKey } from '../event/name';
import { EMAIL_SLIPS, plainName, slipsBetween } from './lookalike';
import { emailKey } from './rules';
import { findMember, type UserRow } from './read.server';

/** The maximum number of members to compare. An event with ten thousand yields about three hundred. */
const CANDIDATES_MAX = 1000;
/** A separator between two words may be missing. */
const NAME_SIGNS = 1;

/**
 * Finds the existing member that a newcomer probably is, assuming a typo in the name or the address: the
 * closest match, or the first of several equally close ones. Null if there is none (rule `sign-in.slip`).
 */
export async function findLookalike(
  db: Db,
  { eventId, name, email }: { eventId: number; name: string; email: string },
): Promise<UserRow | null> {
  const [typedName, typedEmail] = [nameKey(name), emailKey(email)];
  // PostgreSQL preselects by length; the code below compares.
  const candidates = await db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(
      and(
        eq(users.eventId, eventId),
        or(
          // Excludes an exact match: that member has just registered, because the form was sent twice.
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

/** The maximum number of namesakes to consider. A party has few. */
const NAMESAKES_MAX = 10;

/**
 * Finds the members that a sign-in attempt may refer to, or may be guessing at: by name, ignoring accents,
 * capitals and separators, and by address.
 * @returns their ids, at most ten namesakes; or `exact`, the member who matches both
 */
export async function findPossibleMembers(
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
