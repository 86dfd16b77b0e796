import { withQuery } from './paths';

/** The photos to take home: one's own, or those of all. */
export type Take = 'mine' | 'all';

/** The URLs of the morning after, which guests' pages need not load to hydrate. */
export const morningPaths = {
  /** With `take` at the button that takes photos home. */
  morning: (take?: Take) => `/morning${take ? `#take-${take}` : ''}`,
  /** The links in mails after an event: one lets its reader in, the other one ends such mails. */
  enter: (token: string, query?: { take: Take }) => withQuery(`/morning/in/${token}`, query),
  stop: (token: string) => `/morning/stop/${token}`,
  /** The switch for that mail posts here. */
  mailConsent: () => '/settings/morning-mail',
  /** All photos of the event, where members may take them home; with `format` as JPEG, WebP otherwise. */
  allPhotosZip: (query?: { format?: 'jpeg' }) => withQuery('/photos/all.zip', query),
  /** The user's own photos, likewise. */
  ownPhotosZip: (query?: { format?: 'jpeg' }) => withQuery('/photos/mine.zip', query),
};
