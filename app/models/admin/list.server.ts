import { and, asc, desc, eq, not, sql, type SQL } from 'drizzle-orm';
import { makePgArray } from 'drizzle-orm/pg-core';
import type { Db } from '~db/client.server';
import { events, photos, users } from '~db/schema';
import {
  ACCENTS,
  PAGE_SIZE,
  pageOf,
  searchWords,
  SUCCESSORS_SHOWN,
  type FoundSuccessors,
  type ListPage,
  type ListQuery,
  type USER_SORTS,
} from './list';
import type { AdminUser } from './shape';
import { DomainError } from '../errors';
import { isMainOrganizer } from '../event/read.server';
import { bigintId } from '../id.server';
import { ADMIN_USER_ID } from '../user/rules';

/**
 * The scope of a list: the whole platform for the administrator, or one event for its organizer (rule
 * `admin.lists`).
 */
export interface Scope {
  eventId?: number;
}

const photoCount = sql<number>`(
  select count(*)::int from ${photos} where ${photos.userId} = ${users.id}
)`;
/**
 * Text without accents, for searching and sorting. Collation "C" makes PostgreSQL and PGlite sort it alike.
 */
export const plain = (text: SQL) =>
  sql`regexp_replace(normalize(${text}, nfkd), ${ACCENTS}, '', 'g') collate "C"`;

const USER_ORDER: Record<(typeof USER_SORTS)[number], SQL | (typeof users)['id']> = {
  id: users.id,
  name: plain(sql`${users.nameKey}`),
  email: plain(sql`${users.emailKey}`),
  event: plain(sql`${events.nameKey}`),
  photos: photoCount,
};

/** The text that a search for users looks through: number, name, e-mail, event. */
const SEARCHED = sql`'#' || ${users.id} || ' ' || ${users.nameKey} || ' ' || ${users.emailKey} || ' ' || ${events.nameKey}`;

type UserQuery = ListQuery<(typeof USER_SORTS)[number]> & Scope;

/** A page of users, searched by name, e-mail and event. */
export async function listUsersPage(db: Db, query: UserQuery): Promise<ListPage<AdminUser>> {
  return readListPage(
    query.page,
    db
      .select({ count: sql<number>`count(*)::int` })
      .from(users)
      .innerJoin(events, eq(events.id, users.eventId))
      .where(areWanted(query)),
    (limit, offset) => selectUsers(db, query).limit(limit).offset(offset),
  );
}

/** All users that the query finds, without paging. */
export async function listAllUsers(db: Db, query: UserQuery): Promise<AdminUser[]> {
  return selectUsers(db, query);
}

/**
 * Returns the user that the administrator is about to delete.
 * @throws DomainError user_not_found, or access_denied for the administrator's own row
 */
export async function getUserToDelete(db: Db, { userId }: { userId: number }) {
  if (userId === ADMIN_USER_ID) throw new DomainError('access_denied');
  const [user] = await db
    .select({
      name: users.name,
      /** Whether the event is theirs; a co-organizer's is not. */
      isOrganizer: isMainOrganizer,
      event: { id: events.id, name: events.name },
    })
    .from(users)
    .innerJoin(events, eq(events.id, users.eventId))
    .where(eq(users.id, bigintId(userId)));
  if (!user) throw new DomainError('user_not_found');
  return user;
}

/**
 * The participants and co-organizers who could take over an event from its organizer, by name. They are searched
 * by name and e-mail, and limited to the number that is shown at a time.
 */
export async function findSuccessors(
  db: Db,
  { eventId, search }: { eventId: number; search: string },
): Promise<FoundSuccessors> {
  const isFound = matches(search, sql`${users.nameKey} || ' ' || ${users.emailKey}`);
  const found = await db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(and(eq(users.eventId, eventId), not(isMainOrganizer), isFound))
    .orderBy(USER_ORDER.name, asc(users.id))
    .limit(SUCCESSORS_SHOWN + 1);
  const hasMore = found.length > SUCCESSORS_SHOWN;
  return { people: found.slice(0, SUCCESSORS_SHOWN), hasMore, search };
}

function selectUsers(db: Db, query: UserQuery) {
  const direction = query.isDescending ? desc : asc;
  return db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      username: users.username,
      isOrganizer: users.isOrganizer,
      event: { id: events.id, name: events.name },
      photoCount,
    })
    .from(users)
    .innerJoin(events, eq(events.id, users.eventId))
    .where(areWanted(query))
    .orderBy(direction(USER_ORDER[query.sort]), direction(users.id));
}

function areWanted({ eventId, search }: UserQuery): SQL | undefined {
  return and(
    eventId === undefined ? undefined : eq(users.eventId, eventId),
    matches(search, SEARCHED),
  );
}

/**
 * Reads a page of a list; the last one if it ends before the requested page.
 * @param counting counts the list's rows
 * @param read reads some of them
 */
export async function readListPage<Row>(
  asked: number,
  counting: PromiseLike<{ count: number }[]>,
  read: (limit: number, offset: number) => PromiseLike<Row[]>,
): Promise<ListPage<Row>> {
  const total = (await counting)[0]?.count ?? 0;
  const { page, pages } = pageOf(asked, total);
  return { rows: await read(PAGE_SIZE, (page - 1) * PAGE_SIZE), total, page, pages };
}

/**
 * Matches rows whose text contains every word of the search. The text holds names in their normalized form.
 */
export function matches(search: string, text: SQL): SQL | undefined {
  const patterns = searchWords(search).map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
  return patterns.length > 0
    ? sql`${plain(text)} like all(${makePgArray(patterns)}::text[])`
    : undefined;
}
