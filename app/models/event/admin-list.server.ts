import { and, asc, count, desc, eq, gt, lte, not, sql, sum, type SQL } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { isAmong } from '~db/many.server';
import { events, photos, users } from '~db/schema';
import type { MediaStorage } from '~/services/storage/types';
import {
  type AdminEvent,
  type EVENT_SORTS,
  type EventFigures,
  type ListPage,
  type ListQuery,
} from '../admin/list';
import { matches, plain, readListPage, type Scope } from '../admin/list.server';
import type { Day } from '../day';
import type { EventStatus } from './rules';
import { hasEnded, isItsOrganizer, presentEventOf } from './read.server';
import { isSeenBy } from '../photo/scope.server';

/** The text that a search for events looks through: number, name, and the organizer's name and e-mail. */
const SEARCHED = sql`'#' || ${events.id} || ' ' || ${events.nameKey} || ' ' || coalesce(${users.nameKey} || ' ' || ${users.emailKey}, '')`;

type EventQuery = ListQuery<(typeof EVENT_SORTS)[number]> &
  Scope & {
    /** Only events that have this status on that day. */
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

/** A page of events, searched by name, organizer and the organizer's e-mail. */
export async function listEventsPage(db: Db, query: EventQuery): Promise<ListPage<AdminEvent>> {
  return readListPage(
    query.page,
    db
      .select({ count: sql<number>`count(*)::int` })
      .from(events)
      .leftJoin(users, isItsOrganizer)
      .where(areWanted(query)),
    (limit, offset) => selectEvents(db, query).limit(limit).offset(offset),
  );
}

/** All events that the query finds, without paging. */
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

/**
 * Counts the visible and hidden photos of each event and adds up their bytes. Events without photos are not
 * in the map.
 */
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

/** An event as the endpoints return it: the usual fields, its organizer and its number of participants. */
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

/** The SQL counterpart of `statusOf`. */
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
