/** How many co-organizers and open links an event has at most (rule `co-organizers.link`). */
export const CO_ORGANIZERS_MAX = 5;

/** The days until a link that nobody has used expires. */
export const LINK_DAYS = 7;

/** A link that nobody has used yet. */
export interface CoOrganizerLink {
  id: number;
  expiresAt: Date;
}
