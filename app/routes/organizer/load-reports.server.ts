import type { LoaderFunctionArgs } from '@remix-run/node';
import type {
  DashboardFlagsView,
  FlagsView,
  ReportCardView,
  ReportTab,
} from '~/components/organizer/reports/report-views';
import { formatMoment, formatReported } from '~/i18n/format';
import { languageOf, translator } from '~/i18n/i18n.server';
import { readPlace, writePlace } from '~/models/list-place';
import { readReason } from '~/models/report/rules';
import { presentReport } from '~/models/report/read.server';
import { countPendingReports, listReports, readReportPage } from '~/models/report/read.server';
import type { ListedReport } from '~/models/report/read.server';
import { organizerPaths } from '~/organizer-paths';

type Args = Pick<LoaderFunctionArgs, 'request' | 'context'>;

/** The number of reports on the dashboard. */
const DASHBOARD_REPORTS = 2;

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

/** The reports on the dashboard: the newest pending ones, and the number of all pending ones. */
export async function loadDashboardFlags(
  { request, context: { app } }: Args,
  { eventId }: { eventId: number },
): Promise<DashboardFlagsView> {
  const [reports, pendingCount, t, language] = await Promise.all([
    listReports(app.db, { eventId, status: 'pending', limit: DASHBOARD_REPORTS }),
    countPendingReports(app.db, { eventId }),
    translator(request),
    languageOf(request),
  ]);
  const context = { now: app.now(), language, timeZone: app.env.EVENT_TIME_ZONE };
  return {
    eventId,
    pendingCount,
    reports: reports.map((report) => ({
      ...presentReportCard(report, app.storage),
      reported: formatReported(
        t,
        report.reporterName ?? t('flags:card.removed_person'),
        report.createdAt,
        context,
      ),
    })),
  };
}

function presentReportCard(
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
