import { TOP_PHOTOS } from '~/models/favorite';

/** The calls of §7 that screens ask to learn whether anything changed. */
export const calls = {
  user: () => '/api/user',
  event: (eventId: number) => `/api/events/${eventId}`,
  eventPhotos: (eventId: number) => `/api/photos/event/${eventId}`,
  topPhotos: (eventId: number) => `/api/events/${eventId}/top-photos?limit=${TOP_PHOTOS}`,
} as const;
