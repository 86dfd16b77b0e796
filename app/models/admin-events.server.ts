import { and, asc, count, desc, eq, gt, lte, not, sql, sum, type SQL } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { isAmong } from '~db/many.server';
import { events, photos, users } from '~db/schema';
import type { MediaStorage } from '~/services/storage/types';
import {
  PAGE_SIZE,
  pageOf,
  type AdminEvent,
  type EVENT_SORTS,
  type EventFigures,
  type ListPage,
  type ListQuery,
} from './admin-list';
import { countRows, matches, plain, type Scope } from './admin-list.server';
import type { Day } from './day';
import type { EventStatus } from './event';
import { hasEnded, isItsOrganizer, presentEventOf } from './event.server';
import { isSeenBy } from './photo-scope.server';

/** What an event is found by: number, name, and its organizer's name and e-mail. */
const SEARCHED = sql`'#' || ${events.id} || ' ' || ${events.nameKey} || ' ' || coalesce(${users.nameKey} || ' ' || ${users.emailKey}, '')`;

type EventQuery = ListQuery<(typeof EVENT_SORTS)[number]> &
  Scope & {
    /** Those alone that are so far on a day. */
    status?: { is: EventStatus; today: Day };
  };

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

/** How many photos these events have, how many are hidden, and the bytes of all; one without any is missing. */
export async function readEventFigures(
  db: Db,
  { eventIds }: { eventIds: number[] },
): Promise<Map<number, EventFigures>> {
  if (eventIds.length === 0) return new Map();
  const rows = await db
    .select({
      eventId: photos.eventId,
      photoCount: sql<number>`count(*) filter (where ${isSeenBy()})`.mapWith(Number),
      hiddenCount: count(photos.hiddenAt),
      photoBytes: sum(photos.imageBytes).mapWith(Number),
    })
    .from(photos)
    .where(isAmong(photos.eventId, eventIds))
    .groupBy(photos.eventId);
  return new Map(rows.map(({ eventId, ...figures }) => [eventId, figures]));
}

/** As endpoints answer it: the event as everywhere, who organizes it, and how many have joined. */
export function presentAdminEvent(listed: AdminEvent, storage: MediaStorage) {
  const { event, ...more } = listed;
  return { ...presentEventOf(listed.organizer, event, storage), ...more };
}

function areWanted({ eventId, search, status }: EventQuery): SQL | undefined {
  return and(
    eventId === undefined ? undefined : eq(events.id, eventId),
    matches(search, SEARCHED),
    status && hasStatus(status),
  );
}

/** As `statusOf` says it. */
function hasStatus({ is, today }: { is: EventStatus; today: Day }): SQL | undefined {
  const isOn = and(lte(events.startDate, today), not(hasEnded(today)));
  switch (is) {
    case 'ended':
      return hasEnded(today);
    case 'soon':
      return and(gt(events.startDate, today), not(hasEnded(today)));
    case 'full':
      return and(isOn, sql`${participantCount} >= ${events.maxUsers}`);
    case 'running':
      return and(isOn, sql`${participantCount} < ${events.maxUsers}`);
  }
}
