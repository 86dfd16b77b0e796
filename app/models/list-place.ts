/** Items per page of a long list (rule `screens.pages`). */
export const PAGE_SIZE = 24;
/** The number of photos on a page of the feed: as many as two screens of a phone show. */
export const FEED_PAGE_SIZE = 12;

/** A position in a newest-first list. It stays valid after the row is deleted. */
export interface ListPlace {
  createdAt: Date;
  id: number;
}

/** Writes a position for a URL: milliseconds since 1970, a hyphen, the id. */
export function writePlace({ createdAt, id }: ListPlace): string {
  return `${createdAt.getTime()}-${id}`;
}

/** Parses what `writePlace` wrote; null for anything else. */
export function readPlace(text: string | null): ListPlace | null {
  const [, time, id] = /^(\d{1,14})-(\d{1,9})$/.exec(text ?? '') ?? [];
  return time && id ? { createdAt: new Date(Number(time)), id: Number(id) } : null;
}
