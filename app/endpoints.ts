import type { ChangeKind } from '~/models/live/rules';
import { paths, withQuery } from './paths';

// URLs that no screen links to. Scripts and the service worker use them, so pages need not load them to
// hydrate.

/** The share target for the phone's gallery, and the dialog that then opens. No screen links to them. */
export const sharing = {
  target: () => '/photos/shared',
  dialog: () => `${paths.photosNew()}?shared=1`,
} as const;

/** The endpoints that scripts call. */
export const endpoints = {
  /** Uploads of images that are not photos. */
  imageAdd: () => '/images/add',
  /** The versions that a page compares to find out what has changed. */
  marks: (eventId: number, of: readonly ChangeKind[]) =>
    `/api/events/${eventId}/marks?of=${of.join(',')}`,
  /** The stream that announces when to request them. */
  changes: (eventId: number) => `/api/events/${eventId}/changes`,
  user: () => '/api/user',
  event: (eventId: number) => `/api/events/${eventId}`,
  /** With `fields` only the ids of all photos. */
  eventPhotos: (eventId: number, query?: { limit?: number; after?: string; fields?: 'id' }) =>
    withQuery(`/api/photos/event/${eventId}`, query),
  /** Receives the photos that were seen. */
  seen: () => '/api/seen',
  /** Sets, or ends, the topics that this device is notified of. */
  push: () => '/api/push',
  reveal: (eventId: number) => `/api/events/${eventId}/reveal`,
  topPhotos: (eventId: number) => `/api/events/${eventId}/top-photos`,
  pendingReports: (eventId: number) => `/api/events/${eventId}/flag-reports?status=pending`,
  /** `unread`: only received messages that are not marked as read. */
  messages: (query?: { unread?: 1 }) => withQuery('/api/messages', query),
} as const;
