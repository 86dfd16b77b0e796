import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  isNotNull,
  isNull,
  ne,
  notInArray,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { MediaStorage } from '~/services/storage/types';
import type { Db } from '~db/client.server';
import { flagReports, photos, users } from '~db/schema';
import { assertCan, type Person } from '../access';
import { DomainError } from '../errors';
import { bigintId } from '../id.server';
import { PAGE_SIZE, type ListPlace } from '../list-place';
import { isOlder, pageOf, pageOrFirst } from '../list-place.server';
import { photoUrl } from '../photo/read.server';
import { suggestedChoice, type RemovalChoice } from '../photo/removal';
import { readReason, type ReportStatus } from './rules';
import type { ReportEntry } from './shape';

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
const owners = alias(users, 'owners');
const reporters = alias(users, 'reporters');

/**
 * Joins reports, photos, owners and reporters, who may be gone (rule `reports.reporter-gone`). The caller adds
 * the `where`.
 */
function selectReports(db: Db) {
  return db
    .select({
      ...getTableColumns(flagReports),
      imageStorage: photos.imageStorage,
      imageKey: photos.imageKey,
      hasAllWidths: photos.hasAllWidths,
      imageWidth: photos.width,
      caption: photos.caption,
      hiddenAt: photos.hiddenAt,
      ownerId: photos.userId,
      ownerName: owners.name,
      reporterName: reporters.name,
    })
    .from(flagReports)
    .innerJoin(photos, eq(photos.id, flagReports.photoId))
    .innerJoin(owners, eq(owners.id, photos.userId))
    .leftJoin(reporters, eq(reporters.id, flagReports.reportedById));
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
    .where(
      and(
        eq(flagReports.eventId, eventId),
        isNull(photos.removeAt),
        isInStatus,
        after && isOlder(flagReports, after),
      ),
    )
    .orderBy(desc(flagReports.createdAt), desc(flagReports.id))
    .$dynamic();
  return limit === undefined ? query : query.limit(limit);
}

/** The report that has waited longest for its review; null if none waits. */
export async function findOldestPending(
  db: Db,
  { eventId }: { eventId: number },
): Promise<ListedReport | null> {
  const [report] = await selectReports(db)
    .where(and(isPendingIn(eventId), isNull(photos.removeAt)))
    .orderBy(asc(flagReports.createdAt), asc(flagReports.id))
    .limit(1);
  return report ?? null;
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
  const removed = db.select({ id: photos.id }).from(photos).where(isNotNull(photos.removeAt));
  return db.$count(
    flagReports,
    and(isPendingIn(eventId), notInArray(flagReports.photoId, removed)),
  );
}

const isPendingIn = (eventId: number) =>
  and(eq(flagReports.eventId, eventId), eq(flagReports.status, 'pending'));

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

export function isReport(reportId: number, { eventId }: Person) {
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
    photo: { id: report.photoId, imageUrl: photoUrl(report, storage), caption: report.caption },
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
