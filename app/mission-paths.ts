import { withQuery } from './paths';

/** The URLs of missions' screens, which other pages need not load to hydrate. */
export const missionPaths = {
  /** The member's own cards; the swap posts there. With `open`, the card lies face up. */
  cards: (query?: { open?: 1 }) => withQuery('/missions', query),
  /** The photos of one mission, newest first; from the position `after`. */
  photos: (missionId: number, query?: { after?: string }) =>
    withQuery(`/missions/${missionId}`, query),
};
