/**
 * What of an event can change while somebody looks at it (rule `screens.polling`): the event itself, one's
 * own row, its photos, the ranking, how many stars were given, one's own stars, its members, its reports,
 * and the messages to oneself.
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
] as const;

export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** A mark of each kind: another one than before says that it has changed, and nothing else. */
export type Marks = Partial<Record<ChangeKind, string>>;

/** The kinds that a text names, separated by commas; null where one of them is none. */
export function readKinds(text: string | null): ChangeKind[] | null {
  const named = new Set(text?.split(',') ?? []);
  const kinds = CHANGE_KINDS.filter((kind) => named.delete(kind));
  return named.size === 0 && kinds.length > 0 ? kinds : null;
}

/** What a stream tells of a change: its kinds, and within how many milliseconds to ask about them. */
export interface ToldChange {
  of: ChangeKind[];
  within: number;
}
