// Where this device notes what it has shown a person. It forgets all of it when the person changes.

/** Local storage: the photos that it has announced on the podium. */
export const PODIUM_KEY = 'told_podium';
/** Local storage: the reveals that it has shown. */
export const REVEAL_KEY = 'seen_reveals';
/** Session storage: the duel that it has opened. */
export const DUEL_KEY = 'opened_duel';
