import { withQuery } from './paths';

/** The addresses of the organizer's screens: what a guest's pages need to come alive does without. */
export const organizerPaths = {
  eventImage: () => '/event/image',
  eventDescription: () => '/event/description',
  /** Where the dashboard's choice of photos per participant posts to. */
  eventPhotoCount: () => '/event/photo-count',
  /** Where the voting switch posts to. */
  eventVoting: () => '/event/voting',
  /** Where the switch of an ended event's door posts to. */
  eventGuestsMayLook: () => '/event/guests-may-look',
  /** Its name, its first and its last day. */
  eventEdit: () => '/event/edit',
  /** Who gets in, and a new code. */
  eventDoor: () => '/event/door',
  /** The form of a new event, with what is the same as in this one. */
  createEventLikeThis: () => withQuery('/create-event', { like: 'this' }),
  /** A message to the guests without a photo. */
  eventRemind: () => '/event/remind',
  eventDelete: () => '/event/delete',
  invite: () => '/event/invite',
  /** With `format` as JPEG, which print shops take; WebP without it. */
  allPhotosZip: (query?: { format?: 'jpeg' }) => withQuery('/event/photos.zip', query),
  participants: (query?: { q?: string; sort?: string; without?: 'photo'; after?: string }) =>
    withQuery('/participants', query),
  /** Who joined in a rush, to be removed at once. */
  clearUp: () => '/participants/clear-up',
  guestsCsv: () => '/event/guests.csv',
  participantRemove: (userId: number, query?: { next?: string }) =>
    withQuery(`/participants/${userId}/remove`, query),
  /** Pending reports without a status. */
  flags: (query?: { status?: 'reviewed' | 'all'; after?: string }) => withQuery('/flags', query),
  /** Where the buttons of a report's card post to. */
  flag: (reportId: number) => `/flags/${reportId}`,
  /** Where the organizer hides a photo, or shows it again. */
  photoHidden: (photoId: number) => `/photos/${photoId}/hidden`,
  flagDelete: (reportId: number, query?: { next?: string }) =>
    withQuery(`/flags/${reportId}/delete`, query),
} as const;
