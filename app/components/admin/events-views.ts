import { adminPaths, type EventsAddress } from '~/admin-paths';
import type { EventsQuery, ListPage } from '~/models/admin-list';
import type { EventStatus } from '~/models/event';
import { listAddress } from './list-controls';

/** An event as a row draws it, its days and figures written in the reader's language. */
export interface EventRowView {
  id: number;
  name: string;
  description: string;
  status: EventStatus;
  startDay: string;
  /** As a date field holds it. */
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
  /** The address of the table as it is shown. */
  here: string;
  /** The smallest end date there may be. */
  today: string;
}

/** The address's own words for what the table of events shows. */
export function eventsAddress({ status, ...query }: EventsQuery): EventsAddress {
  return { ...listAddress(query), status };
}

/** What the controls of the list need; its addresses keep which events are shown. */
export function eventControlsOf(query: EventsQuery) {
  return {
    address: (address: EventsAddress = {}) =>
      adminPaths.events({ ...address, status: query.status }),
    query,
  };
}
