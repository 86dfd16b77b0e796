/** In what order participants are listed (rule `participants.list`). */
export const MEMBER_SORTS = ['joined', 'name', 'photos', 'stars'] as const;
export type MemberSort = (typeof MEMBER_SORTS)[number];

/** Where somebody stands in such a list: by what it is ordered, and their id. It holds when they are gone. */
export interface MemberPlace {
  id: number;
  /** Their name, or how many photos or stars they have; empty where they stand as they joined. */
  by: string;
}

/** A place as addresses carry it: the id, and after a hyphen by what it is ordered. */
export const writeMemberPlace = ({ id, by }: MemberPlace): string => (by ? `${id}-${by}` : `${id}`);

/** Reads what `writeMemberPlace` wrote; null for anything else. */
export function readMemberPlace(text: string | null): MemberPlace | null {
  const [, id, by = ''] = /^(\d{1,9})(?:-(.{1,200}))?$/u.exec(text ?? '') ?? [];
  return id ? { id: Number(id), by } : null;
}

/** What of an address is an order; the order in which they joined for anything else. */
export function readMemberSort(text: string | null): MemberSort {
  return MEMBER_SORTS.find((sort) => sort === text) ?? 'joined';
}
