import type { PhotoList } from '~/models/photo';
import type { Role } from '~/models/user';

/** Every address of the product; screens and models use these, never strings of their own. */
type Query = Record<string, string | number | undefined | null>;

/** An address with what is asked of it. */
export function withQuery(path: string, query: Query = {}): string {
  const entries = Object.entries(query).filter(([, value]) => value != null && value !== '');
  const search = new URLSearchParams(entries.map(([key, value]) => [key, String(value)]));
  return entries.length > 0 ? `${path}?${search}` : path;
}

export type HomeTab = 'profile' | 'feed' | 'top';

export const paths = {
  home: (tab?: HomeTab) => withQuery('/', { tab }),
  /** The own photos and favourites: an organizer's profile shows the dashboard first. */
  ownPhotos: (role: Role) =>
    withQuery('/', { tab: 'profile', part: role === 'organizer' ? 'photos' : undefined }),
  /**
   * From its newest photo, or by person; from what comes `after` a place in it, or where the photo `at` is.
   */
  feed: (query?: { sort?: 'person'; userId?: number; after?: string; at?: number }) =>
    withQuery('/feed', query),
  top: () => '/top',
  /** `from` is a path of this site that the shop leads back to; `plan` opens its payment. */
  shop: (query?: { from?: string; plan?: string }) => withQuery('/shop', query),
  /** Where a payment elsewhere leads back to; `look` counts how often the page has refreshed itself. */
  shopReturn: (query: { payment: string; from?: string; look?: number }) =>
    withQuery('/shop/return', query),
  auth: () => '/auth',
  /** With `edit` the form, also where the names are right. */
  join: (query?: {
    event?: string;
    organizer?: string;
    edit?: 1;
    /** Who comes to run the event: goes on to Login/Register, and then to `next`. */
    as?: 'organizer';
    next?: string;
  }) => withQuery('/auth/join', query),
  joinConfirm: (query: { event: string; organizer: string }) =>
    withQuery('/auth/join/confirm', query),
  /** Of somebody who has joined an event that opens by its code only; then on to `next`. */
  signIn: (query: { event: string; organizer: string; next?: string }) =>
    withQuery('/auth/sign-in', query),
  createEvent: () => '/create-event',
  /** `next` is a path of this site to go on to afterwards. */
  /** `star`: the photo that whoever signs in there has given a star. */
  login: (query?: { next?: string; star?: number }) => withQuery('/login', query),
  loginLink: (token: string) => `/login/link/${token}`,
  /** Where a mail asks whether the address is its reader's. */
  emailConfirm: (token: string) => `/login/confirm/${token}`,
  returnLink: (token: string) => `/return/${token}`,
  emailLink: (token: string) => `/login/email/${token}`,
  logout: () => '/logout',
  photo: (id: number, query?: { from?: PhotoList; userId?: number }) =>
    withQuery(`/photos/${id}`, query),
  /** `next` is where it leads once the photo is gone, `back` where Cancel does. */
  photoDelete: (id: number, query?: { next?: string; back?: string }) =>
    withQuery(`/photos/${id}/delete`, query),
  /** The photo itself, at its full size. */
  photoFile: (id: number) => `/photos/${id}/file`,
  photoReport: (id: number, query?: { next?: string }) => withQuery(`/photos/${id}/report`, query),
  /** Photos into the own free slots, from anywhere. */
  photosNew: () => '/photos/new',
  /** Where a slot's upload form posts to. */
  photoAdd: () => '/photos/add',
  /** Where a star's form posts to. */
  star: (photoId: number) => `/photos/${photoId}/star`,
  /** Which of one's three photos gives its star to this one. */
  starMove: (photoId: number, query?: { next?: string }) =>
    withQuery(`/photos/${photoId}/star/move`, query),
  selfie: () => '/selfie',
  /** One conversation, from its newest message or from `before` one; or an organizer's form to all. */
  messages: (query?: {
    with?: number | 'all' | 'platform';
    before?: number | null;
    /** Of the organizer's list of people; the first without it. */
    page?: number;
  }) => withQuery('/messages', query),
  settings: () => '/settings',
  /** An organizer's second factor: set up, turned off, new recovery codes. */
  secondFactor: () => '/settings/second-factor',
  /** The own account's deletion, which a participant confirms. */
  accountDelete: () => '/settings/delete',
  /** Everything held about the person, as a zip. */
  ownData: () => '/settings/data.zip',
  /** With `format` as JPEG, which print shops take; WebP without it. */
  topPhotosZip: (query?: { format?: 'jpeg' }) => withQuery('/top/photos.zip', query),
  /** For the organizer, also below the ranking, which everybody sees. */
  rankingCsv: () => '/event/ranking.csv',

  /** A mail to whomever the reader chooses. */
  mail: ({ subject, body }: { subject: string; body: string }) =>
    `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`,

  /** The administrator's, whose other addresses are in admin-paths.ts. */
  admin: () => '/admin',
  /** What stands for a page that is not kept, while there is no network. */
  offline: () => '/offline',
  /** The current address in another language. */
  language: (pathname: string, search: string, lang: string) => {
    const query = new URLSearchParams(search);
    query.set('lang', lang);
    return `${pathname}?${query}`;
  },
} as const;

/** Stands for this site wherever it is: what leaves it has another origin. */
const HERE = 'http://snapodium.invalid';

/**
 * Where to go on to, from what somebody else wrote: every redirect to such an address comes from
 * here. Dots are resolved before it is looked at, for `/.//evil.example` would be another site, and
 * what a header cannot hold is encoded.
 * @returns a path of this site with its query, or else `fallback`
 */
export function safeNext(next: string | null | undefined, fallback: string): string {
  if (!next?.startsWith('/') || /[\p{Cc}\\]/u.test(next) || !URL.canParse(next, HERE)) {
    return fallback;
  }
  const { origin, pathname, search, hash } = new URL(next, HERE);
  return origin === HERE && !pathname.startsWith('//') ? pathname + search + hash : fallback;
}
