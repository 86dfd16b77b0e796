/** How newcomers enter an event: by its two names, or by its code only (rule `door.open`). */
export const DOORS = ['names', 'code'] as const;
export type Door = (typeof DOORS)[number];

/** A link to an event: its number and its code, if the event has one (rule `door.code`). */
export interface EventLink {
  eventId: number;
  code: string | null;
}

/** The part of an event that links are built from and compared with. */
export interface Linked {
  id: number;
  code: string | null;
}

/** The part of an event that links are built from. Only for people who may know its code. */
export function linkedOf({ id, code }: Linked): Linked {
  return { id, code };
}

/** Reads the code in a link's URL. It may have been typed from paper. */
export function readCode(query: URLSearchParams): string | null {
  return query.get('k')?.trim().toLowerCase() ?? null;
}

/** Whether a link leads to this event. For an event without a code the number is enough. */
export function leadsTo(event: Linked, link: EventLink | null): boolean {
  return link?.eventId === event.id && (event.code === null || event.code === link.code);
}

/** Whether a newcomer who knows both names, and perhaps has a link, may enter. */
export function isOpenTo(event: Linked & { door: Door }, link: EventLink | null): boolean {
  return event.door === 'names' || leadsTo(event, link);
}
