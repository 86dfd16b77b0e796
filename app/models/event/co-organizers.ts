/** How many co-organizers and open links an event has at most (rule `co-organizers.link`). */
export const CO_ORGANIZERS_MAX = 5;

/** The days until a link that nobody has used expires. */
export const LINK_DAYS = 7;

/** A co-organizer, as the organizers see them. */
export interface CoOrganizer {
  id: number;
  name: string;
  email: string;
  /** When they became one. */
  since: Date;
}

/** A link that nobody has used yet. */
export interface CoOrganizerLink {
  id: number;
  expiresAt: Date;
}
