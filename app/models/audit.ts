import { readListQuery, type ListQuery } from './admin-list';

/** Months that an entry is kept (rule `admin.audit`). */
export const AUDIT_KEEP_MONTHS = 12;

/** What is noted of administrators and organizers; of people, photos and reports the target is a person. */
export const DEEDS = [
  'event.edited',
  'event.end',
  'event.places',
  'event.slots',
  'event.voting_on',
  'event.voting_off',
  'event.looking_on',
  'event.looking_off',
  'event.door_names',
  'event.door_code',
  'event.code_renewed',
  'event.ended',
  'event.organizer',
  'event.deleted',
  'event.inspected',
  'user.deleted',
  'member.removed',
  'member.cleared',
  'photo.removed',
  'photo.hidden',
  'photo.shown',
  'report.reviewed',
  'report.dismissed',
  'report.deleted',
  'platform.credentials',
  'platform.storage',
] as const;
export type Deed = (typeof DEEDS)[number];

/** An entry of the list, with names as they were. */
export interface AuditEntry {
  id: number;
  actorId: number;
  actorName: string;
  actorRole: 'administrator' | 'organizer';
  deed: Deed;
  targetId: number | null;
  targetName: string | null;
  eventId: number | null;
  eventName: string | null;
  detail: string | null;
  createdAt: Date;
}

/** By what the list is sorted; the newest come first unless its address says otherwise. */
export const AUDIT_SORTS = ['created'] as const;

/** Reads the list's address. */
export function readAuditQuery(query: URLSearchParams): ListQuery<(typeof AUDIT_SORTS)[number]> {
  const list = readListQuery(query, AUDIT_SORTS);
  return { ...list, isDescending: query.get('sort') !== 'created' };
}
