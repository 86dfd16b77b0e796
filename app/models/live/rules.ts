/**
 * What can change while a page is open (rule `screens.polling`): the event, the user's own row, the photos, the
 * ranking, the number of stars, the user's own stars, the members, the reports, the messages to the user, the stars
 * that fell on their photos, the wall, and the first table whose bulbs are all lit.
 */
export const CHANGE_KINDS = [
  'event',
  'user',
  'photos',
  'ranking',
  'stars',
  'favorites',
  'people',
  'reports',
  'messages',
  'fallen',
  'wall',
  'tables',
] as const;

/** The header of an endpoint's answer with the server's time, in ms since 1970. */
export const SERVER_NOW = 'Snapodium-Now';

export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** A version per kind. A different value means that the kind has changed; it says nothing else. */
export type Marks = Partial<Record<ChangeKind, string>>;

/** Parses a comma-separated list of kinds; null if one of them is unknown. */
export function readKinds(text: string | null): ChangeKind[] | null {
  const named = new Set(text?.split(',') ?? []);
  const kinds = CHANGE_KINDS.filter((kind) => named.delete(kind));
  return named.size === 0 && kinds.length > 0 ? kinds : null;
}

/** What a stream announces: the kinds that changed, and within how many milliseconds to refetch them. */
export interface ChangeNotification {
  of: ChangeKind[];
  within: number;
}
