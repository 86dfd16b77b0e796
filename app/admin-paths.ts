import { withQuery } from './paths';

/** What a table of the administrator shows of its list. */
export type ListAddress = {
  /** Words that are looked for. */
  q?: string;
  /** A column; with a minus before it, downwards. */
  sort?: string;
  page?: number;
};

/** The same of the payments; `show` says which of them, and nothing means all. */
export type PaymentsAddress = ListAddress & { show?: string };

/** The same of the events; without a status, all of them. */
export type EventsAddress = ListAddress & { status?: string };

/** The administrator's addresses: no guest's page loads them. */
export const adminPaths = {
  /** The credential check; `next` is a path of this site to go on to afterwards. */
  verify: (query?: { next?: string }) => withQuery('/admin/verify', query),
  storage: () => '/admin/storage',
  events: (query?: EventsAddress) => withQuery('/admin/events', query),
  /** An event to look at; nothing is changed there. */
  event: (eventId: number, query?: { page?: number }) =>
    withQuery(`/admin/events/${eventId}`, query),
  eventDelete: (eventId: number, query?: { next?: string }) =>
    withQuery(`/admin/events/${eventId}/delete`, query),
  eventEnd: (eventId: number, query?: { next?: string }) =>
    withQuery(`/admin/events/${eventId}/end`, query),
  eventOrganizer: (eventId: number, query?: { next?: string; q?: string }) =>
    withQuery(`/admin/events/${eventId}/organizer`, query),
  users: (query?: ListAddress) => withQuery('/admin/users', query),
  userDelete: (userId: number, query?: { next?: string }) =>
    withQuery(`/admin/users/${userId}/delete`, query),
  payments: (query?: PaymentsAddress) => withQuery('/admin/payments', query),
  /** What `payments` lists, on all its pages, as a table to save. */
  paymentsCsv: (query?: PaymentsAddress) => withQuery('/admin/payments.csv', query),
  audit: (query?: ListAddress) => withQuery('/admin/audit', query),
  security: (query?: ListAddress) => withQuery('/admin/security', query),
  credentials: (query?: { next?: string }) => withQuery('/admin/credentials', query),
} as const;
