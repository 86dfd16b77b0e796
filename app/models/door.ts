/** What lets newcomers into an event: its two names, or its code alone (rule `door.open`). */
export const DOORS = ['names', 'code'] as const;
export type Door = (typeof DOORS)[number];

/** A link to an event: its number and, once the event has one, its code (rule `door.code`). */
export interface EventLink {
  eventId: number;
  code: string | null;
}

/** An event as links to it are made and compared. */
export interface Linked {
  id: number;
  code: string | null;
}

/** What links to an event are made of, for whoever may know its code. */
export function linkedOf({ id, code }: Linked): Linked {
  return { id, code };
}

/** The code in a link's address; it may have been read from paper and typed. */
export function readCode(query: URLSearchParams): string | null {
  return query.get('k')?.trim().toLowerCase() ?? null;
}

/** Whether a link leads to this event. Until it has a code its number is enough. */
export function leadsTo(event: Linked, link: EventLink | null): boolean {
  return link?.eventId === event.id && (event.code === null || event.code === link.code);
}

/** Whether somebody new comes in who knows both names, and perhaps a link. */
export function isOpenTo(event: Linked & { door: Door }, link: EventLink | null): boolean {
  return event.door === 'names' || leadsTo(event, link);
}
