import { endpoint, method, assertSameEvent } from '~/http/api.server';
import { parseValues } from '~/models/fields.schema';
import { storedReason } from '~/models/report/rules';
import { reportCallSchema, reportListSchema, reviewSchema } from '~/models/report/schema';
import { reportPhoto, deleteReport, setReportStatus } from '~/models/report/write.server';
import { presentOwnReport, presentReport } from '~/models/report/read.server';
import { listReports } from '~/models/report/read.server';

export const reports = [
  /** `/api/photos/{photoId}/flag`: reports another member's photo. */
  endpoint('/api/photos/:photoId/flag', {
    POST: method({
      who: 'member',
      params: ['photoId'],
      body: reportCallSchema,
      status: 201,
      failed: 'report_failed',
      handler: async ({ app, identity: { actor }, params: { photoId }, body }) => {
        const reason = storedReason({ details: body.reason });
        return presentOwnReport(await reportPhoto(app.db, { photoId, actor, reason }));
      },
    }),
  }),

  /** `/api/events/{eventId}/flag-reports`: the organizer's list of reports, with one status or all. */
  endpoint('/api/events/:eventId/flag-reports', {
    GET: method({
      who: 'organizer',
      params: ['eventId'],
      failed: 'reports_failed',
      handler: async ({ app, identity, params: { eventId }, query }) => {
        assertSameEvent(identity, eventId);
        const { status } = parseValues(reportListSchema, Object.fromEntries(query));
        const reports = await listReports(app.db, { eventId, status });
        return reports.map((report) => presentReport(report, app.storage));
      },
    }),
  }),

  /** `/api/flag-reports/{reportId}`: reviews or deletes a report, by the organizer. */
  endpoint('/api/flag-reports/:reportId', {
    PATCH: method({
      who: 'organizer',
      params: ['reportId'],
      body: reviewSchema,
      handler: async ({ app, identity: { actor }, params, body }) => {
        const { report } = await setReportStatus(app.db, {
          reportId: params.reportId,
          actor,
          status: body.status,
          now: app.now(),
        });
        return presentReport(report, app.storage);
      },
    }),
    DELETE: method({
      who: 'organizer',
      params: ['reportId'],
      handler: async ({ app, identity: { actor }, params }) => {
        await deleteReport(app.db, { reportId: params.reportId, actor });
        return { success: true };
      },
    }),
  }),
];
