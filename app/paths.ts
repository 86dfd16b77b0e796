import type { FeedSort, PhotoList } from '~/models/photo/rules';
import type { Role } from '~/models/user/rules';

/** All URLs of the product. Screens and models use these, never their own strings. */
type Query = Record<string, string | number | undefined | null>;

/** A path with query parameters. */
export function withQuery(path: string, query: Query = {}): string {
  const entries = Object.entries(query).filter(([, value]) => value != null && value !== '');
  const search = new URLSearchParams(entries.map(([key, value]) => [key, String(value)]));
  return entries.length > 0 ? `${path}?${search}` : path;
}

export type HomeTab = 'profile' | 'feed' | 'top';

export const paths = {
  home: (tab?: HomeTab) => withQuery('/', { tab }),
  /** The user's own photos and favorites: an organizer's profile shows the dashboard first. */
  ownPhotos: (role: Role) =>
    withQuery('/', { tab: 'profile', part: role === 'organizer' ? 'photos' : undefined }),
  /** The feed in one of its orders; from the position `after`, or on the page with the photo `at`. */
  feed: (query?: { sort?: FeedSort | null; userId?: number; after?: string; at?: number }) =>
    withQuery('/feed', query),
  /** The photos that the user has not seen, from the top of the pile, or from the position `after`. */
  pile: (query?: { after?: string }) => withQuery('/pile', query),
  top: () => '/top',
  /** The duel for first place. */
  duel: () => '/duel',
  /** `from` is a path of this site that the shop leads back to; `plan` opens its payment. */
  shop: (query?: { from?: string; plan?: string }) => withQuery('/shop', query),
  /** Where an external payment returns; `look` counts how often the page has refreshed itself. */
  shopReturn: (query: { payment: string; from?: string; look?: number }) =>
    withQuery('/shop/return', query),
  auth: () => '/auth',
  /** `edit` shows the form even if the names are right. */
  join: (query?: {
    event?: string;
    organizer?: string;
    edit?: 1;
    /** For an organizer: continues to Login/Register. */
    as?: 'organizer';
  }) => withQuery('/auth/join', query),
  joinConfirm: (query: { event: string; organizer: string }) =>
    withQuery('/auth/join/confirm', query),
  /** For a member of an event that opens by code only. */
  signIn: (query: { event: string; organizer: string }) => withQuery('/auth/sign-in', query),
  createEvent: () => '/create-event',
  /** What events cost, for anyone. */
  plans: () => '/plans',
  /** `next` is a path of this site to continue to. */
  /** `star` is the photo that a guest wants to star by signing in. */
  login: (query?: { next?: string; star?: number }) => withQuery('/login', query),
  loginLink: (token: string) => `/login/link/${token}`,
  /** The link in a mail that asks to confirm an address. */
  emailConfirm: (token: string) => `/login/confirm/${token}`,
  returnLink: (token: string) => `/return/${token}`,
  /** A link for one co-organizer. */
  organize: (token: string) => `/organize/${token}`,
  /** The link in a guest's invitation, and the one that ends such mails. */
  guest: (token: string) => `/invited/${token}`,
  guestStop: (token: string) => `/invited/${token}/stop`,
  emailLink: (token: string) => `/login/email/${token}`,
  logout: () => '/logout',
  photo: (id: number, query?: { from?: PhotoList; userId?: number }) =>
    withQuery(`/photos/${id}`, query),
  /** `next` is where it leads after the deletion, `back` where Cancel leads. */
  /** Writes or removes a photo's caption. */
  photoCaption: (id: number, query?: { next?: string }) =>
    withQuery(`/photos/${id}/caption`, query),
  photoDelete: (id: number, query?: { next?: string; back?: string }) =>
    withQuery(`/photos/${id}/delete`, query),
  /** The photo file at full size. */
  photoFile: (id: number) => `/photos/${id}/file`,
  photoReport: (id: number, query?: { next?: string }) => withQuery(`/photos/${id}/report`, query),
  /** Adds photos to the user's free slots, from anywhere; with `flash` for the flash mission. */
  photosNew: (query?: { flash?: 1 }) => withQuery('/photos/new', query),
  /** A slot's upload form posts here. */
  photoAdd: () => '/photos/add',
  /** A star's form posts here. */
  star: (photoId: number) => `/photos/${photoId}/star`,
  /** The choice of which starred photo gives its star to this one. */
  starMove: (photoId: number, query?: { next?: string }) =>
    withQuery(`/photos/${photoId}/star/move`, query),
  selfie: () => '/selfie',
  /**
   * One conversation, from its newest message or from before one; an organizer's form for a message to all; or
   * their planned messages.
   */
  messages: (query?: {
    with?: number | 'all' | 'platform' | 'planned';
    /** The number of a ready draft for a message to all, from 1. */
    draft?: number;
    /** Text that the names in the organizer's list of people contain, or their first letter. */
    q?: string;
    letter?: string;
    before?: number | null;
    /** A page of the organizer's list of people; the first by default. */
    page?: number;
  }) => withQuery('/messages', query),
  settings: () => '/settings',
  /** The organizer's second factor: set up, turn off, new recovery codes. */
  secondFactor: () => '/settings/second-factor',
  /** The confirmation of a participant's account deletion. */
  accountDelete: () => '/settings/delete',
  /** All data about the user, as a zip. */
  ownData: () => '/settings/data.zip',
  /** With `format` as JPEG, which print shops accept; WebP otherwise. */
  topPhotosZip: (query?: { format?: 'jpeg' }) => withQuery('/top/photos.zip', query),
  /** A picture of the podium to share, and the certificate of a photo on it. */
  podiumPicture: (format: string) => `/top/podium/${format}`,
  certificate: (photoId: number) => `/top/certificates/${photoId}`,
  /** The answer whether the user's first name may appear on such pictures posts here. */
  naming: () => '/settings/naming',
  /** For the organizer, also linked below the public ranking. */
  rankingCsv: () => '/event/ranking.csv',

  /** A mail whose recipient the user chooses. */
  mail: ({ subject, body }: { subject: string; body: string }) =>
    `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`,

  /** The administrator's overview; other URLs are in admin-paths.ts. */
  admin: () => '/admin',
  /** The page for uncached pages without a network. */
  offline: () => '/offline',
  /** The current URL in another language. */
  language: (pathname: string, search: string, lang: string) => {
    const query = new URLSearchParams(search);
    query.set('lang', lang);
    return `${pathname}?${query}`;
  },
} as const;

/** A placeholder for this site's origin; other sites have another origin. */
const PLACEHOLDER_ORIGIN = 'http://snapodium.invalid';

/**
 * The safe target of a redirect to a user-supplied URL; every such redirect uses this. Dots are resolved
 * first, because `/.//evil.example` would be another site, and characters that headers do not allow are
 * encoded.
 * @returns a path of this site with its query, or else `fallback`
 */
export function safeNext(next: string | null | undefined, fallback: string): string {
  if (
    !next?.startsWith('/') ||
    /[\p{Cc}\\]/u.test(next) ||
    !URL.canParse(next, PLACEHOLDER_ORIGIN)
  ) {
    return fallback;
  }
  const { origin, pathname, search, hash } = new URL(next, PLACEHOLDER_ORIGIN);
  return origin === PLACEHOLDER_ORIGIN && !pathname.startsWith('//')
    ? pathname + search + hash
    : fallback;
}
