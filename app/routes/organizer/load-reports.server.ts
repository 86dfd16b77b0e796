import type { LoaderFunctionArgs } from '@remix-run/node';
import type {
  FlagsView,
  ReportCardView,
  ReportTab,
} from '~/components/organizer/reports/report-views';
import { formatMoment } from '~/i18n/format';
import { languageOf } from '~/i18n/i18n.server';
import { readPlace, writePlace } from '~/models/list-place';
import { readReason } from '~/models/report/rules';
import { presentReport } from '~/models/report/read.server';
import { countPendingReports, readReportPage } from '~/models/report/read.server';
import type { ListedReport } from '~/models/report/read.server';
import { organizerPaths } from '~/organizer-paths';

type Args = Pick<LoaderFunctionArgs, 'request' | 'context'>;

/** The list of reports in one of its tabs. The caller checks the permission. */
export async function loadFlags(
  { request, context: { app } }: Args,
  { eventId, tab }: { eventId: number; tab: ReportTab },
): Promise<FlagsView> {
  const place = readPlace(new URL(request.url).searchParams.get('after')) ?? undefined;
  const [{ reports, next, after }, pendingCount, language] = await Promise.all([
    readReportPage(app.db, { eventId, status: tab === 'all' ? undefined : tab, after: place }),
    countPendingReports(app.db, { eventId }),
    languageOf(request),
  ]);
  const status = tab === 'pending' ? undefined : tab;
  const written = (instant: Date) => formatMoment(instant, language, app.env.EVENT_TIME_ZONE);
  return {
    eventId,
    tab,
    self: organizerPaths.flags({ status, after: after && writePlace(after) }),
    start: after ? organizerPaths.flags({ status }) : null,
    more: next && organizerPaths.flags({ status, after: writePlace(next) }),
    pendingCount,
    reports: reports.map((report) => ({
      ...presentReportCard(report, app.storage),
      reported: written(report.createdAt),
      reviewed: report.reviewedAt && written(report.reviewedAt),
    })),
  };
}

/** A report for its card, without its dates. */
export function presentReportCard(
  row: ListedReport,
  storage: Args['context']['app']['storage'],
): Omit<ReportCardView, 'reported' | 'reviewed'> {
  const { report, photo, photoOwner, reportedBy } = presentReport(row, storage);
  return {
    id: report.id,
    status: report.status,
    reason: readReason(report.reason),
    photoId: photo.id,
    isHidden: row.hiddenAt !== null,
    imageUrl: photo.imageUrl,
    imageWidth: row.imageWidth,
    caption: row.caption,
    owner: photoOwner,
    reporterName: reportedBy.name,
  };
}
