import type { ChangeKind } from '~/models/change';
import { paths, withQuery } from './paths';

// Addresses that no screen links to: scripts and the service worker ask for them, so what a page needs to come
// alive does without.

/** What the phone's gallery shares: where it goes, and where it is then; no screen links there. */
export const sharing = {
  target: () => '/photos/shared',
  dialog: () => `${paths.photosNew()}?shared=1`,
} as const;

/** The endpoints that scripts call. */
export const endpoints = {
  /** Where images go that are no photos. */
  imageAdd: () => '/images/add',
  /** What of an event's screens changed, by marks that are compared. */
  marks: (eventId: number, of: readonly ChangeKind[]) =>
    `/api/events/${eventId}/marks?of=${of.join(',')}`,
  /** The stream that tells when to ask for them. */
  changes: (eventId: number) => `/api/events/${eventId}/changes`,
  user: () => '/api/user',
  event: (eventId: number) => `/api/events/${eventId}`,
  eventPhotos: (eventId: number, query?: { limit?: number; after?: string }) =>
    withQuery(`/api/photos/event/${eventId}`, query),
  topPhotos: (eventId: number) => `/api/events/${eventId}/top-photos`,
  pendingReports: (eventId: number) => `/api/events/${eventId}/flag-reports?status=pending`,
  /** `unread`: only the received ones that are not marked as read. */
  messages: (query?: { unread?: 1 }) => withQuery('/api/messages', query),
} as const;
