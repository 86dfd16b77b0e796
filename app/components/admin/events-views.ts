import { adminPaths, type EventsAddress } from '~/admin-paths';
import type { EventsQuery, ListPage } from '~/models/admin/list';
import type { EventStatus } from '~/models/event/rules';
import { listAddress } from './list-controls';

/** An event as a table row, with formatted days and figures. */
export interface EventRowView {
  id: number;
  name: string;
  description: string;
  status: EventStatus;
  startDay: string;
  /** In the format of a date field. */
  endDate: string;
  maxUsers: number;
  participantCount: number;
  photoCount: string;
  hiddenCount: number;
  photoBytes: string;
  organizer: { id: number; name: string; email: string } | null;
  isProtected: boolean;
}

export interface EventsView {
  list: ListPage<EventRowView>;
  query: EventsQuery;
  /** The table's current URL. */
  here: string;
  /** The earliest end date allowed. */
  today: string;
}

/** The URL query for the state of the table of events. */
export function eventsAddress({ status, ...query }: EventsQuery): EventsAddress {
  return { ...listAddress(query), status };
}

/** The props of the list's controls; their URLs keep the status filter. */
export function eventControlsOf(query: EventsQuery) {
  return {
    address: (address: EventsAddress = {}) =>
      adminPaths.events({ ...address, status: query.status }),
    query,
  };
}
