/** Sort orders of the list of participants (rule `participants.list`). */
export const MEMBER_SORTS = ['joined', 'name', 'photos', 'stars'] as const;
export type MemberSort = (typeof MEMBER_SORTS)[number];

/** With more participants, their lists show the initials of the names (rule `participants.letters`). */
export const MANY_PEOPLE = 30;

/**
 * A position in that list: the value it is sorted by, and the id. It stays valid after the member is deleted.
 */
export interface MemberPlace {
  id: number;
  /** The name, or the number of photos or stars; empty in order of joining. */
  by: string;
}

/** Writes a position for a URL: the id, and after a hyphen the value the list is sorted by. */
export const writeMemberPlace = ({ id, by }: MemberPlace): string => (by ? `${id}-${by}` : `${id}`);

/** Parses what `writeMemberPlace` wrote; null for anything else. */
export function readMemberPlace(text: string | null): MemberPlace | null {
  const [, id, by = ''] = /^(\d{1,9})(?:-(.{1,200}))?$/u.exec(text ?? '') ?? [];
  return id ? { id: Number(id), by } : null;
}

/** Parses a sort order from a URL. Unknown values mean order of joining. */
export function readMemberSort(text: string | null): MemberSort {
  return MEMBER_SORTS.find((sort) => sort === text) ?? 'joined';
}
