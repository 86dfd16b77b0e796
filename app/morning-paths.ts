import { withQuery } from './paths';

/** The photos to take home: the user's own, or everybody's. */
export type Take = 'mine' | 'all';

/** The URLs of the morning after, which guests' pages need not load to hydrate. */
export const morningPaths = {
  /** `take` scrolls to the button that takes photos home. */
  morning: (take?: Take) => `/morning${take ? `#take-${take}` : ''}`,
  /** The links in mails after an event: one signs its reader in, the other one ends such mails. */
  enter: (token: string, query?: { take: Take }) => withQuery(`/morning/in/${token}`, query),
  stop: (token: string) => `/morning/stop/${token}`,
  /** The switch for that mail posts here. */
  mailConsent: () => '/settings/morning-mail',
  /** All photos of the event, if members may take them home; with `format` as JPEG, WebP otherwise. */
  allPhotosZip: (query?: { format?: 'jpeg' }) => withQuery('/photos/all.zip', query),
  /** The user's own photos, in the same formats. */
  ownPhotosZip: (query?: { format?: 'jpeg' }) => withQuery('/photos/mine.zip', query),
};
