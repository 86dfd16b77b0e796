import { readListQuery, type ListQuery } from './list';

/** Months until an entry is deleted (rule `admin.audit`). */
export const AUDIT_KEEP_MONTHS = 12;

/**
 * The logged actions of administrators and organizers. For people, photos and reports the target is a person.
 */
export type Deed =
  | 'event.edited'
  | 'event.end'
  | 'event.places'
  | 'event.slots'
  | 'event.voting_on'
  | 'event.voting_off'
  | 'event.voting_closed'
  | 'event.result_discarded'
  | 'event.looking_on'
  | 'event.looking_off'
  | 'event.downloads_on'
  | 'event.downloads_off'
  | 'event.approval_on'
  | 'event.approval_off'
  | 'event.duel'
  | 'event.revealed'
  | 'event.door_names'
  | 'event.door_code'
  | 'event.code_renewed'
  | 'event.screens_ended'
  | 'event.ended'
  | 'event.organizer'
  | 'event.deleted'
  | 'co_organizer.link'
  | 'co_organizer.joined'
  | 'co_organizer.ended'
  | 'event.inspected'
  | 'user.deleted'
  | 'member.removed'
  | 'member.kept'
  | 'member.cleared'
  | 'member.trusted'
  | 'member.untrusted'
  | 'photo.removed'
  | 'photo.uncaptioned'
  | 'photo.hidden'
  | 'photo.shown'
  | 'photo.approved'
  | 'photo.approved_all'
  | 'report.reviewed'
  | 'report.dismissed'
  | 'report.reopened'
  | 'report.deleted'
  | 'platform.credentials'
  | 'platform.storage';

/** A log entry, with the names at the time of the action. */
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

/** Sort orders of the log. The default is newest first. */
export const AUDIT_SORTS = ['created'] as const;

/** Reads the query parameters of the log. */
export function readAuditQuery(query: URLSearchParams): ListQuery<(typeof AUDIT_SORTS)[number]> {
  const list = readListQuery(query, AUDIT_SORTS);
  return { ...list, isDescending: query.get('sort') !== 'created' };
}
