import { and, eq, ne } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { events, flagReports } from '~db/schema';
import { assertCan, assertRunning, type Person } from '../access';
import { recordDeed } from '../admin/audit.server';
import { isViolation } from '../constraint.server';
import { DomainError } from '../errors';
import { lockEvent } from '../event/update.server';
import { changeHidden } from '../photo/hide.server';
import { getPhoto } from '../photo/read.server';
import type { ReviewStatus } from './rules';
import { singleRow } from '../row.server';
import { type ReportRow, type ListedReport, getReport, isReport } from './read.server';

/**
 * Reports a photo to the event's organizer. Locks the event first (shared), so that the removal of a member comes
 * before or after.
 * @throws DomainError event_closed; photo_not_found; access_denied for the member's own photo, one of another event, or
 *   a visitor; already_reported; authentication_required when the member is gone
 */
export async function reportPhoto(
  db: Db,
  { photoId, actor, reason }: { photoId: number; actor: Person; reason: string | null },
): Promise<ReportRow> {
  const { eventId } = actor;
  try {
    return await db.transaction(async (tx) => {
      const [event] = await tx.select().from(events).where(eq(events.id, eventId)).for('key share');
      if (!event) throw new DomainError('authentication_required');
      assertRunning(actor, event);
      const photo = await getPhoto(tx, { photoId, eventId, reader: actor });
      const { userId: ownerId, isPending } = photo;
      assertCan(actor, 'photo.report', { eventId, ownerId, isPending });
      const reports = await tx
        .insert(flagReports)
        .values({ photoId, reportedById: actor.userId ?? 0, eventId, reason })
        .returning();
      return singleRow(reports);
    });
  } catch (error) {
    if (isViolation(error, 'flag_reports_photo_reporter_unique')) {
      throw new DomainError('already_reported', { cause: error });
    }
    if (isViolation(error, 'flag_reports_photo_id_photos_id_fk')) {
      throw new DomainError('photo_not_found', { cause: error });
    }
    if (isViolation(error, 'flag_reports_reported_by_id_users_id_fk')) {
      throw new DomainError('authentication_required', { cause: error });
    }
    throw error;
  }
}

/**
 * Reviews a pending report (rule `reports.status`). Repeating the same status changes nothing; of two
 * concurrent reviews the first one wins. Marking a report inappropriate hides the photo, dismissing it shows
 * the photo (rule `photos.hidden`).
 * @returns the report, and whether its photo was hidden before
 * @throws DomainError report_not_found, access_denied, report_reviewed
 */
export async function setReportStatus(
  db: Db,
  params: { reportId: number; actor: Person; status: ReviewStatus; now: Date },
): Promise<{ report: ListedReport; wasHidden: boolean }> {
  const { reportId, actor, status, now } = params;
  const { ownerId, ownerName, hiddenAt } = await getReport(db, { reportId, actor });
  await db.transaction(async (tx) => {
    // The event is locked before the report and its photo, as everywhere.
    await lockEvent(tx, actor.eventId);
    const [reviewed] = await tx
      .update(flagReports)
      .set({ status, reviewedAt: now })
      .where(and(isReport(reportId, actor), eq(flagReports.status, 'pending')))
      .returning({ photoId: flagReports.photoId });
    if (!reviewed) return;
    await changeHidden(tx, { photoId: reviewed.photoId, isHidden: status === 'reviewed', now });
    const target = { id: ownerId, name: ownerName };
    await recordDeed(tx, { actor, deed: `report.${status}`, target, eventId: actor.eventId });
  });
  const report = await getReport(db, { reportId, actor });
  if (report.status !== status) throw new DomainError('report_reviewed');
  return { report, wasHidden: hiddenAt !== null };
}

/**
 * Takes a review back: the report is pending again, and its photo is hidden or shown as it was before (rule
 * `desk.undo`). A report that is pending stays so.
 * @param params.isHidden whether the photo was hidden before the review
 * @throws DomainError report_not_found, access_denied
 */
export async function reopenReport(
  db: Db,
  params: { reportId: number; actor: Person; isHidden: boolean; now: Date },
): Promise<void> {
  const { reportId, actor, isHidden, now } = params;
  const { ownerId, ownerName } = await getReport(db, { reportId, actor });
  await db.transaction(async (tx) => {
    await lockEvent(tx, actor.eventId);
    const [reopened] = await tx
      .update(flagReports)
      .set({ status: 'pending', reviewedAt: null })
      .where(and(isReport(reportId, actor), ne(flagReports.status, 'pending')))
      .returning({ photoId: flagReports.photoId });
    if (!reopened) return;
    await changeHidden(tx, { photoId: reopened.photoId, isHidden, now });
    const target = { id: ownerId, name: ownerName };
    await recordDeed(tx, { actor, deed: 'report.reopened', target, eventId: actor.eventId });
  });
}

/**
 * Deletes a report permanently. The photo stays, hidden or not, and the same user may report it again.
 * @throws DomainError report_not_found, access_denied
 */
export async function deleteReport(
  db: Db,
  { reportId, actor }: { reportId: number; actor: Person },
): Promise<void> {
  const { ownerId, ownerName } = await getReport(db, { reportId, actor });
  await db.transaction(async (tx) => {
    const deleted = await tx
      .delete(flagReports)
      .where(isReport(reportId, actor))
      .returning({ id: flagReports.id });
    if (deleted.length === 0) return;
    const target = { id: ownerId, name: ownerName };
    await recordDeed(tx, { actor, deed: 'report.deleted', target, eventId: actor.eventId });
  });
}
