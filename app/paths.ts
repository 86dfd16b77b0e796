/** Every address of the product; screens and models use these, never strings of their own. */
type Query = Record<string, string | number | undefined | null>;

function withQuery(path: string, query: Query = {}): string {
  const entries = Object.entries(query).filter(([, value]) => value != null && value !== '');
  const search = new URLSearchParams(entries.map(([key, value]) => [key, String(value)]));
  return entries.length > 0 ? `${path}?${search}` : path;
}

export type HomeTab = 'profile' | 'feed' | 'top';
/** From where a photo was opened: its neighbours are that list's. */
export type PhotoList = 'feed' | 'top' | 'profile' | 'favorites';

export const paths = {
  home: (tab?: HomeTab) => withQuery('/', { tab }),
  feed: (query?: { userId?: number }) => withQuery('/feed', query),
  top: () => '/top',
  shop: () => '/shop',
  auth: () => '/auth',
  join: (query?: { event?: string; organizer?: string }) => withQuery('/auth/join', query),
  joinConfirm: (query: { event: string; organizer: string }) =>
    withQuery('/auth/join/confirm', query),
  createEvent: () => '/create-event',
  /** `next` is a path of this site to go on to afterwards. */
  login: (query?: { next?: string }) => withQuery('/login', query),
  loginLink: (token: string) => `/login/link/${token}`,
  returnLink: (token: string) => `/return/${token}`,
  logout: () => '/logout',
  photo: (id: number, query?: { from?: PhotoList; userId?: number }) =>
    withQuery(`/photos/${id}`, query),
  photoDelete: (id: number, query?: { next?: string }) => withQuery(`/photos/${id}/delete`, query),
  /** Where a slot's upload form posts to. */
  photoAdd: () => '/photos/add',
  /** Where a star's form posts to. */
  star: (photoId: number) => `/photos/${photoId}/star`,
  selfie: () => '/selfie',
  admin: () => '/admin',
  /** The current address in another language. */
  language: (pathname: string, search: string, lang: string) => {
    const query = new URLSearchParams(search);
    query.set('lang', lang);
    return `${pathname}?${query}`;
  },
} as const;

/** The calls of §7 that screens ask to learn whether anything changed. */
export const calls = {
  user: () => '/api/user',
  event: (eventId: number) => `/api/events/${eventId}`,
  eventPhotos: (eventId: number) => `/api/photos/event/${eventId}`,
  topPhotos: (eventId: number) => `/api/events/${eventId}/top-photos`,
} as const;

/** A `next` that leads nowhere but to a path of this site, or else `fallback`. */
export function safeNext(next: string | null | undefined, fallback: string): string {
  if (!next || !next.startsWith('/') || /^\/[/\\]/.test(next) || /[\p{Cc}\\]/u.test(next)) {
    return fallback;
  }
  return next;
}
