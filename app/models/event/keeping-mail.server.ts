import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { photos, type EventRow, type UserRow } from '~db/schema';
import type { Day } from '../day';
import { isVisibleIn } from '../photo/scope.server';
import { isTrustedReader } from './morning-mail.server';
import { findOrganizer } from './read.server';
import type { KeepingWarning } from './rules';

/** What a mail that warns of a deletion says (rule `retention.mail`). */
export interface KeepingContent {
  to: UserRow;
  event: EventRow;
  warning: KeepingWarning;
  /** The last day before the deletion. */
  lastDay: Day;
  /**
   * Whether it may contain what people have written: the reader has confirmed the address, or the event's organizer has
   * confirmed theirs.
   */
  isTrusted: boolean;
  /** How many photos of their own the reader can take home. */
  ownCount: number;
  /** How many of all photos the reader can take home; 0 if guests may not. */
  allCount: number;
}

/** Reads what the mail says now, so that it promises nothing that has been hidden or deleted meanwhile. */
export async function readKeepingContent(
  db: Db,
  mail: Pick<KeepingContent, 'event' | 'to' | 'warning' | 'lastDay'>,
): Promise<KeepingContent> {
  const { event, to } = mail;
  const eventId = event.id;
  const mayTakeAll = to.isOrganizer || event.guestsMayDownload;
  const theirs = to.isOrganizer
    ? and(eq(photos.eventId, eventId), isNull(photos.removeAt))
    : isVisibleIn({ eventId });
  const [organizer, ownCount, allCount] = await Promise.all([
    findOrganizer(db, { eventId }),
    db.$count(photos, and(eq(photos.userId, to.id), isNull(photos.removeAt))),
    mayTakeAll ? db.$count(photos, theirs) : 0,
  ]);
  return { ...mail, isTrusted: isTrustedReader(to, organizer), ownCount, allCount };
}
