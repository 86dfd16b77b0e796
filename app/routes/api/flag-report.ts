import { defineEndpoint, parseId, method } from '~/http/api.server';
import { reviewSchema } from '~/models/report.schema';
import { deleteReport, presentReport, setReportStatus } from '~/models/report.server';

/** `/api/flag-reports/{reportId}`: reviewed or deleted by the organizer. */
const endpoint = defineEndpoint({
  PATCH: method({
    who: 'organizer',
    body: reviewSchema,
    handler: async ({ app, identity: { actor }, params, body }) => {
      const report = await setReportStatus(app.db, {
        reportId: parseId(params.reportId),
        actor,
        status: body.status,
        now: app.now(),
      });
      return presentReport(report, app.storage);
    },
  }),
  DELETE: method({
    who: 'organizer',
    handler: async ({ app, identity: { actor }, params }) => {
      await deleteReport(app.db, { reportId: parseId(params.reportId), actor });
      return { success: true };
    },
  }),
});

export const loader = endpoint.loader;
export const action = endpoint.action;
