import { withQuery } from './paths';

/** The query of a table of the administrator. */
export type ListAddress = {
  /** The search words. */
  q?: string;
  /** A column; with a leading minus, descending. */
  sort?: string;
  page?: number;
};

/** The query of the table of payments; `show` filters them, all by default. */
export type PaymentsAddress = ListAddress & { show?: string };

/** The query of the table of events; all statuses by default. */
export type EventsAddress = ListAddress & { status?: string };

/** The administrator's URLs, which guests' pages do not load. */
export const adminPaths = {
  /** The credential check; `next` is a path of this site to continue to. */
  verify: (query?: { next?: string }) => withQuery('/admin/verify', query),
  /** Where the buttons of the first steps post to. */
  firstRun: () => '/admin/first-run',
  doctor: () => '/admin/doctor',
  storage: () => '/admin/storage',
  events: (query?: EventsAddress) => withQuery('/admin/events', query),
  /** The read-only view of an event. */
  event: (eventId: number, query?: { page?: number }) =>
    withQuery(`/admin/events/${eventId}`, query),
  eventDelete: (eventId: number, query?: { next?: string }) =>
    withQuery(`/admin/events/${eventId}/delete`, query),
  eventEnd: (eventId: number, query?: { next?: string }) =>
    withQuery(`/admin/events/${eventId}/end`, query),
  eventOrganizer: (eventId: number, query?: { next?: string; q?: string }) =>
    withQuery(`/admin/events/${eventId}/organizer`, query),
  users: (query?: ListAddress) => withQuery('/admin/users', query),
  userDelete: (userId: number, query?: { next?: string; q?: string }) =>
    withQuery(`/admin/users/${userId}/delete`, query),
  payments: (query?: PaymentsAddress) => withQuery('/admin/payments', query),
  /** All payments that the query lists, from all pages, as a CSV file. */
  paymentsCsv: (query?: PaymentsAddress) => withQuery('/admin/payments.csv', query),
  audit: (query?: ListAddress) => withQuery('/admin/audit', query),
  security: (query?: ListAddress) => withQuery('/admin/security', query),
  credentials: (query?: { next?: string }) => withQuery('/admin/credentials', query),
} as const;
