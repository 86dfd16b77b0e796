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

/** A page of the users, searched by name, e-mail and event (§2). */
export async function listUsersPage(
  db: Db,
  {
    search,
    sort,
    isDescending,
    page: asked,
    eventId,
  }: ListQuery<(typeof USER_SORTS)[number]> & Scope,
): Promise<ListPage<AdminUser>> {
  const isWanted = and(
    eventId === undefined ? undefined : eq(users.eventId, eventId),
    matches(search, [users.name, users.email, events.name]),
  );
  const total = await countRows(
    db
      .select({ count: sql<number>`count(*)::int` })
      .from(users)
      .innerJoin(events, eq(events.id, users.eventId))
      .where(isWanted),
  );
  const { page, pages } = pageOf(asked, total);
  const direction = isDescending ? desc : asc;
  const rows = await db
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
    .where(isWanted)
    .orderBy(direction(USER_ORDER[sort]), asc(users.id))
    .limit(PAGE_SIZE)
    .offset((page - 1) * PAGE_SIZE);
  return { rows, total, page, pages };
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
