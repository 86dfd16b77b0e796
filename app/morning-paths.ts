import { withQuery } from './paths';

/** The URLs of the morning after, which guests' pages need not load to hydrate. */
export const morningPaths = {
  morning: () => '/morning',
  /** The links in the mail on the morning after: one lets its reader in, the other one ends such mails. */
  enter: (token: string) => `/morning/in/${token}`,
  stop: (token: string) => `/morning/stop/${token}`,
  /** The switch for that mail posts here. */
  mailConsent: () => '/settings/morning-mail',
  /** All photos of the event, where members may take them home; with `format` as JPEG, WebP otherwise. */
  allPhotosZip: (query?: { format?: 'jpeg' }) => withQuery('/photos/all.zip', query),
  /** The user's own photos, likewise. */
  ownPhotosZip: (query?: { format?: 'jpeg' }) => withQuery('/photos/mine.zip', query),
};
