import { withQuery } from './paths';

/** The URLs of the organizer's screens, which guests' pages need not load to hydrate. */
export const organizerPaths = {
  eventImage: () => '/event/image',
  eventDescription: () => '/event/description',
  /** Where the event and its rules are changed. */
  eventRules: () => '/event/rules',
  /** The missions of the event; their forms post there, too. */
  eventMissions: () => '/event/missions',
  /** The keys of the desk. */
  keys: () => '/event/keys',
  /** The choice of photos per participant posts here. */
  eventPhotoCount: () => '/event/photo-count',
  /** The voting switch posts here. */
  eventVoting: () => '/event/voting',
  /** Closes voting for good. */
  eventCloseVoting: () => '/event/close-voting',
  /** The frozen result of the vote, which members may download once it is revealed. */
  resultFile: () => '/top/result.json',
  /** The switch for approving photos posts here. */
  eventApproval: () => '/event/approval',
  /** The switch for looking at an ended event posts here. */
  eventGuestsMayLook: () => '/event/guests-may-look',
  /** The switch for taking all photos home posts here. */
  eventGuestsMayDownload: () => '/event/guests-may-download',
  /** The line of thanks that members read after the end. */
  eventThanks: () => '/event/thanks',
  /** Sets until when late photos are accepted. */
  eventLatePhotos: () => '/event/late-photos',
  /** Edits the name and the first and last day. */
  eventEdit: () => '/event/edit',
  /** Sets when guests see how many stars photos have. */
  eventStandings: () => '/event/standings',
  /** Names the tables. */
  eventTables: () => '/event/tables',
  /** Reveals the result. */
  eventReveal: () => '/event/reveal',
  /** Calls a duel for first place. */
  eventDuel: () => '/event/duel',
  /** Controls how newcomers enter, and renews the code. */
  eventDoor: () => '/event/door',
  /** The form for a new event, prefilled from this one. */
  createEventLikeThis: () => withQuery('/create-event', { like: 'this' }),
  /** A message to the guests without a photo. */
  eventRemind: () => '/event/remind',
  /** Changes a planned message. */
  plannedMessage: (messageId: number) => `/messages/planned/${messageId}`,
  /** The remote of the wall; its buttons post there, too. */
  wall: () => '/event/wall',
  eventDelete: () => '/event/delete',
  invite: () => '/event/invite',
  /** With `format` as JPEG, which print shops accept; WebP otherwise. */
  allPhotosZip: (query?: { format?: 'jpeg' }) => withQuery('/event/photos.zip', query),
  participants: (query?: { q?: string; sort?: string; without?: 'photo'; after?: string }) =>
    withQuery('/participants', query),
  /** Bulk removal of participants who joined in a rush. */
  clearUp: () => '/participants/clear-up',
  /** The people to invite by e-mail; all of them by default. */
  guests: (query?: { q?: string; not?: 'here'; after?: number }) =>
    withQuery('/participants/invited', query),
  guestsCsv: () => '/event/guests.csv',
  /** A line for each photo in the zip of all photos. */
  photosCsv: () => '/event/photos.csv',
  /** The photos to print, in parts if they are many. */
  album: (query?: { part: number }) => withQuery('/event/album.pdf', query),
  photoBook: (query?: { part: number }) => withQuery('/event/photo-book.pdf', query),
  participantRemove: (userId: number, query?: { next?: string }) =>
    withQuery(`/participants/${userId}/remove`, query),
  /** Pending reports by default. */
  flags: (query?: { status?: 'reviewed' | 'all'; after?: string }) => withQuery('/flags', query),
  /** The buttons of a report's card post here. */
  flag: (reportId: number) => `/flags/${reportId}`,
  /** The photos that wait for the organizer; the button that approves all of them posts there. */
  waiting: () => '/waiting',
  /** Shows a photo that waits to everybody. */
  photoApprove: (photoId: number) => `/photos/${photoId}/approve`,
  /** Lets a participant's photos through, or takes that back. */
  participantTrust: (userId: number) => `/participants/${userId}/trust`,
  /** Hides a photo, or shows it again. */
  photoHidden: (photoId: number) => `/photos/${photoId}/hidden`,
  flagDelete: (reportId: number, query?: { next?: string }) =>
    withQuery(`/flags/${reportId}/delete`, query),
} as const;
