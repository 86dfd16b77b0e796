/** How many items a page of a long list holds (rule `screens.pages`). */
export const PAGE_SIZE = 24;

/** Where a row stands in a list from the newest to the oldest; it holds after the row is gone. */
export interface ListPlace {
  createdAt: Date;
  id: number;
}

/** A place as addresses carry it: milliseconds since 1970, a hyphen, the id. */
export function writePlace({ createdAt, id }: ListPlace): string {
  return `${createdAt.getTime()}-${id}`;
}

/** Reads what `writePlace` wrote; null for anything else. */
export function readPlace(text: string | null): ListPlace | null {
  const [, time, id] = /^(\d{1,14})-(\d{1,9})$/.exec(text ?? '') ?? [];
  return time && id ? { createdAt: new Date(Number(time)), id: Number(id) } : null;
}
