import { paths, withQuery } from './paths';

/** The URLs of missions' screens, which other pages need not load to hydrate. */
export const missionPaths = {
  /** The member's own cards; the swap posts there. With `open`, the card lies face up. */
  cards: (query?: { open?: 1 }) => withQuery('/missions', query),
  /** Adds photos, the first one for the mission of the member's open card. */
  take: () => withQuery(paths.photosNew(), { card: 1 }),
  /** The photos of one mission, newest first; from the position `after`, or on the page with the photo `at`. */
  photos: (missionId: number, query?: { after?: string; at?: number }) =>
    withQuery(`/missions/${missionId}`, query),
  /** Adds photos, the first one for the mission of a printed card; `mission` is its code. */
  add: (query: { mission: string }) => withQuery(paths.photosNew(), query),
  /** Lets a person who scanned a printed card into its event, which is found by the two names. */
  enter: (query: { event: string; organizer?: string; mission: string }) =>
    withQuery(paths.join(), query),
};
