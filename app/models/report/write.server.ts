import { and, desc, eq, getTableColumns, ne } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '~db/client.server';
import { events, flagReports, photos, users } from '~db/schema';
import type { MediaStorage } from '~/services/storage/types';
import { assertCan, assertRunning, type Person } from '../access';
import { recordDeed } from '../admin/audit.server';
import { isViolation } from '../constraint.server';
import { DomainError } from '../errors';
import { lockEvent } from '../event/write.server';
import { changeHidden } from '../photo/hide.server';
import { bigintId } from '../id.server';
import { PAGE_SIZE, type ListPlace } from '../list-place';
import { isOlder, pageOf, pageOrFirst } from '../list-place.server';
import { getPhoto, photoUrl } from '../photo/read.server';
import { suggestedChoice, type RemovalChoice } from '../photo/removal';
import { readReason, type ReportEntry, type ReportStatus, type ReviewStatus } from './rules';
import { singleRow } from '../row.server';

export type ReportRow = typeof flagReports.$inferSelect;

/** Whether a member has reported this photo already. */
export async function hasReported(
  db: Db,
  { photoId, userId }: { photoId: number; userId: number },
): Promise<boolean> {
  const found = await db
    .select({ id: flagReports.id })
    .from(flagReports)
    .where(and(eq(flagReports.photoId, photoId), eq(flagReports.reportedById, userId)));
  return found.length > 0;
}

/** A report with its photo and the names of both people. */
export type ListedReport = Awaited<ReturnType<typeof listReports>>[number];

/**
 * Reports a photo to the event's organizer. Locks the event first (shared), so that the removal of a member
 * comes before or after.
 * @throws DomainError event_closed; photo_not_found; access_denied for the own photo, one of another event,
 *   or a visitor; already_reported; authentication_required when the member is gone
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
      assertCan(actor, 'photo.report', { eventId, ownerId: photo.userId });
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

const owners = alias(users, 'owners');
const reporters = alias(users, 'reporters');

/** Joins reports, photos, owners and reporters. The caller adds the `where`. */
function selectReports(db: Db) {
  return db
    .select({
      ...getTableColumns(flagReports),
      imageStorage: photos.imageStorage,
      imageKey: photos.imageKey,
      hasAllWidths: photos.hasAllWidths,
      imageWidth: photos.width,
      hiddenAt: photos.hiddenAt,
      ownerId: photos.userId,
      ownerName: owners.name,
      reporterName: reporters.name,
    })
    .from(flagReports)
    .innerJoin(photos, eq(photos.id, flagReports.photoId))
    .innerJoin(owners, eq(owners.id, photos.userId))
    .innerJoin(reporters, eq(reporters.id, flagReports.reportedById));
}

/**
 * The reports of an event's photos, newest first: all of them, or those with one status.
 * @param params.after the position in this list after which the page begins
 * @param params.limit the maximum number; all by default
 */
export function listReports(
  db: Db,
  params: { eventId: number; status?: ReportStatus; after?: ListPlace; limit?: number },
) {
  const { eventId, status, after, limit } = params;
  const isInStatus = status && eq(flagReports.status, status);
  const query = selectReports(db)
    .where(and(eq(flagReports.eventId, eventId), isInStatus, after && isOlder(flagReports, after)))
    .orderBy(desc(flagReports.createdAt), desc(flagReports.id))
    .$dynamic();
  return limit === undefined ? query : query.limit(limit);
}

/** A page of that list (rule `screens.pages`), and its position. */
export function readReportPage(
  db: Db,
  { after, ...which }: { eventId: number; status?: ReportStatus; after?: ListPlace },
) {
  const read = async (place: ListPlace | undefined) => {
    const rows = await listReports(db, { ...which, after: place, limit: PAGE_SIZE + 1 });
    const { page, next } = pageOf(rows, PAGE_SIZE);
    return { reports: page, next };
  };
  return pageOrFirst(read, after, ({ reports }) => reports.length === 0);
}

/** Counts the reports that the organizer has not reviewed. */
export function countPendingReports(db: Db, { eventId }: { eventId: number }): Promise<number> {
  const isPending = eq(flagReports.status, 'pending');
  return db.$count(flagReports, and(eq(flagReports.eventId, eventId), isPending));
}

/**
 * One report of the organizer's event.
 * @throws DomainError report_not_found, access_denied
 */
export async function getReport(
  db: Db,
  { reportId, actor }: { reportId: number; actor: Person },
): Promise<ListedReport> {
  const [report] = await selectReports(db).where(eq(flagReports.id, bigintId(reportId)));
  if (!report) throw new DomainError('report_not_found');
  assertCan(actor, 'report.review', { eventId: report.eventId });
  return report;
}

/**
 * The reason that a photo's reports suggest when the organizer deletes it, from the newest report that
 * suggests one and was not dismissed; null for none.
 * @throws DomainError access_denied
 */
export async function suggestRemovalChoice(
  db: Db,
  { photoId, actor }: { photoId: number; actor: Person },
): Promise<RemovalChoice | null> {
  const { eventId } = actor;
  assertCan(actor, 'report.review', { eventId });
  const isOfPhoto = and(
    eq(flagReports.photoId, bigintId(photoId)),
    eq(flagReports.eventId, eventId),
  );
  const reports = await db
    .select({ reason: flagReports.reason })
    .from(flagReports)
    .where(and(isOfPhoto, ne(flagReports.status, 'dismissed')))
    .orderBy(desc(flagReports.createdAt), desc(flagReports.id));
  const suggested = reports.map(({ reason }) => suggestedChoice(readReason(reason).choice));
  return suggested.find((choice) => choice !== null) ?? null;
}

/**
 * Reviews a pending report (rule `reports.status`). Repeating the same status changes nothing; of two
 * concurrent reviews the first one wins. Marking a report inappropriate hides the photo, dismissing it shows
 * the photo (rule `photos.hidden`).
 * @throws DomainError report_not_found, access_denied, report_reviewed
 */
export async function setReportStatus(
  db: Db,
  params: { reportId: number; actor: Person; status: ReviewStatus; now: Date },
): Promise<ListedReport> {
  const { reportId, actor, status, now } = params;
  const { ownerId, ownerName } = await getReport(db, { reportId, actor });
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
  return report;
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

function isReport(reportId: number, { eventId }: Person) {
  return and(eq(flagReports.id, bigintId(reportId)), eq(flagReports.eventId, eventId));
}

/** A report as its reporter sees it. */
export function presentOwnReport(report: ReportRow) {
  const { id, photoId, reportedById, eventId, reason, status } = report;
  return { id, photoId, reportedById, eventId, reason, status, ...presentDates(report) };
}

/** A report as the organizer's list returns it. */
export function presentReport(report: ListedReport, storage: MediaStorage): ReportEntry {
  const { id, status, reason } = report;
  return {
    report: { id, status, reason, ...presentDates(report) },
    photo: { id: report.photoId, imageUrl: photoUrl(report, storage) },
    reportedBy: { name: report.reporterName },
    photoOwner: { id: report.ownerId, name: report.ownerName },
  };
}

function presentDates({ createdAt, reviewedAt }: { createdAt: Date; reviewedAt: Date | null }) {
  return {
    createdAt: createdAt.toISOString(),
    reviewedAt: reviewedAt?.toISOString() ?? null,
  };
}
