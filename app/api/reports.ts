import { z } from 'zod';
import { reportShape, ownReportShape } from '~/models/report/shape';
import { endpoint, assertSameEvent } from '~/http/api.server';
import { method } from '~/http/method.server';
import { storedReason } from '~/models/report/rules';
import { reportCallSchema, reportListSchema, reviewSchema } from '~/models/report/schema';
import { reportPhoto, deleteReport, setReportStatus } from '~/models/report/write.server';
import { presentOwnReport, presentReport } from '~/models/report/read.server';
import { listReports } from '~/models/report/read.server';

export const reports = [
  endpoint('/api/photos/:photoId/flag', {
    POST: method({
      summary: 'Reports another member’s photo',
      who: 'member',
      params: ['photoId'],
      body: reportCallSchema,
      status: 201,
      failed: 'report_failed',
      answer: ownReportShape,
      refusals: ['access_denied', 'photo_not_found', 'already_reported'],
      handler: async ({ app, identity: { actor }, params: { photoId }, body }) => {
        const reason = storedReason({ details: body.reason });
        return presentOwnReport(await reportPhoto(app.db, { photoId, actor, reason }));
      },
    }),
  }),

  endpoint('/api/events/:eventId/flag-reports', {
    GET: method({
      summary: 'Lists the reports, newest first',
      who: 'organizer',
      params: ['eventId'],
      failed: 'reports_failed',
      query: reportListSchema,
      answer: z.array(reportShape),
      handler: async ({ app, identity, params: { eventId }, query }) => {
        assertSameEvent(identity, eventId);
        const reports = await listReports(app.db, { eventId, ...query });
        return reports.map((report) => presentReport(report, app.storage));
      },
    }),
  }),

  endpoint('/api/flag-reports/:reportId', {
    PATCH: method({
      summary: 'Reviews a report',
      who: 'organizer',
      params: ['reportId'],
      body: reviewSchema,
      answer: reportShape,
      refusals: ['access_denied', 'report_not_found', 'report_reviewed'],
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
      summary: 'Deletes a report',
      who: 'organizer',
      params: ['reportId'],
      refusals: ['access_denied', 'report_not_found'],
      handler: async ({ app, identity: { actor }, params }) => {
        await deleteReport(app.db, { reportId: params.reportId, actor });
      },
    }),
  }),
];
