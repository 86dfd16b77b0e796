import { and, asc, desc, eq, sql, type SQL } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { events, users } from '~db/schema';
import type { MediaStorage } from '~/services/storage/types';
import {
  PAGE_SIZE,
  pageOf,
  type AdminEvent,
  type EVENT_SORTS,
  type ListPage,
  type ListQuery,
} from './admin-list';
import { countRows, matches, plain, type Scope } from './admin-list.server';
import { isItsOrganizer, presentEventOf } from './event.server';

/** What an event is found by: number, name, and its organizer's name and e-mail. */
const SEARCHED = sql`'#' || ${events.id} || ' ' || ${events.nameKey} || ' ' || coalesce(${users.nameKey} || ' ' || ${users.emailKey}, '')`;

type EventQuery = ListQuery<(typeof EVENT_SORTS)[number]> & Scope;

const participantCount = sql<number>`(
  select count(*)::int from ${users} as members
  where members.event_id = ${events.id} and not members.is_organizer
)`;

const ORDER: Record<(typeof EVENT_SORTS)[number], SQL> = {
  created: sql`${events.createdAt}`,
  name: plain(sql`${events.nameKey}`),
  end: sql`${events.endDate}`,
  participants: participantCount,
};

/** A page of the events, searched by name, organizer and the organizer's e-mail. */
export async function listEventsPage(db: Db, query: EventQuery): Promise<ListPage<AdminEvent>> {
  const total = await countRows(
    db
      .select({ count: sql<number>`count(*)::int` })
      .from(events)
      .leftJoin(users, isItsOrganizer)
      .where(areWanted(query)),
  );
  const { page, pages } = pageOf(query.page, total);
  const rows = await selectEvents(db, query)
    .limit(PAGE_SIZE)
    .offset((page - 1) * PAGE_SIZE);
  return { rows, total, page, pages };
}

/** The same events on one endless page. */
export async function listAllEvents(db: Db, query: EventQuery): Promise<AdminEvent[]> {
  return selectEvents(db, query);
}

function selectEvents(db: Db, query: EventQuery) {
  const direction = query.isDescending ? desc : asc;
  return db
    .select({
      event: events,
      participantCount,
      organizer: { id: users.id, name: users.name, email: users.email },
    })
    .from(events)
    .leftJoin(users, isItsOrganizer)
    .where(areWanted(query))
    .orderBy(direction(ORDER[query.sort]), direction(events.id));
}

/** As endpoints answer it: the event as everywhere, who organizes it, and how many have joined. */
export function presentAdminEvent(listed: AdminEvent, storage: MediaStorage) {
  const { event, ...more } = listed;
  return { ...presentEventOf(listed.organizer, event, storage), ...more };
}

function areWanted({ eventId, search }: EventQuery): SQL | undefined {
  return and(eventId === undefined ? undefined : eq(events.id, eventId), matches(search, SEARCHED));
}
