import { and, asc, desc, eq, ilike, or, sql, type SQL } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { events, photos, users } from '~db/schema';
import {
  PAGE_SIZE,
  pageOf,
  type AdminUser,
  type ListPage,
  type ListQuery,
  type USER_SORTS,
} from './admin-list';
import { DomainError } from './errors';
import { outsideId } from './id.server';
import { ADMIN_USER_ID } from './user';

/** Whose lists: everybody's for the administrator, one event's for its organizer (C§3). */
export interface Scope {
  eventId?: number;
}

const photoCount = sql<number>`(
  select count(*)::int from ${photos} where ${photos.userId} = ${users.id}
)`;
const USER_ORDER: Record<(typeof USER_SORTS)[number], SQL | (typeof users)['id']> = {
  id: users.id,
  name: sql`${users.nameKey}`,
  email: sql`${users.emailKey}`,
  event: sql`${events.nameKey}`,
  photos: photoCount,
};

type UserQuery = ListQuery<(typeof USER_SORTS)[number]> & Scope;

/** A page of the users, searched by name, e-mail and event (§2). */
export async function listUsersPage(db: Db, query: UserQuery): Promise<ListPage<AdminUser>> {
  const total = await countRows(
    db
      .select({ count: sql<number>`count(*)::int` })
      .from(users)
      .innerJoin(events, eq(events.id, users.eventId))
      .where(areWanted(query)),
  );
  const { page, pages } = pageOf(query.page, total);
  const rows = await selectUsers(db, query)
    .limit(PAGE_SIZE)
    .offset((page - 1) * PAGE_SIZE);
  return { rows, total, page, pages };
}

/** The same users on one endless page (§7). */
export async function listAllUsers(db: Db, query: UserQuery): Promise<AdminUser[]> {
  return selectUsers(db, query);
}

/**
 * Whom the administrator is about to delete.
 * @throws DomainError user_not_found, or access_denied for the administrator's own row
 */
export async function getUserToDelete(db: Db, { userId }: { userId: number }) {
  if (userId === ADMIN_USER_ID) throw new DomainError('access_denied');
  const [user] = await db
    .select({ name: users.name, isOrganizer: users.isOrganizer, event: { name: events.name } })
    .from(users)
    .innerJoin(events, eq(events.id, users.eventId))
    .where(eq(users.id, outsideId(userId)));
  if (!user) throw new DomainError('user_not_found');
  return user;
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
    .orderBy(direction(USER_ORDER[query.sort]), asc(users.id));
}

function areWanted({ eventId, search }: UserQuery): SQL | undefined {
  return and(
    eventId === undefined ? undefined : eq(users.eventId, eventId),
    matches(search, [users.name, users.email, events.name]),
  );
}

/** The number that a query of one count gives. */
export async function countRows(query: PromiseLike<{ count: number }[]>): Promise<number> {
  return (await query)[0]?.count ?? 0;
}

/** Each word of a search stands in one of the columns, as it is written. */
export function matches(
  search: string,
  columns: (typeof users.name | typeof users.email | typeof events.name)[],
): SQL | undefined {
  const words = search.replaceAll('\0', '').split(/\s+/).filter(Boolean);
  return and(
    ...words.map((word) => {
      const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`;
      return or(...columns.map((column) => ilike(column, pattern)));
    }),
  );
}
