import { defineCall, idParam, method } from '~/http/api.server';
import { reviewSchema } from '~/models/report.schema';
import { deleteReport, presentReport, setReportStatus } from '~/models/report.server';

/** `/api/flag-reports/{reportId}`: reviewed or deleted by the organizer (§6, §7). */
const call = defineCall({
  PATCH: method({
    who: 'organizer',
    body: reviewSchema,
    handler: async ({ app, identity: { actor }, params, body }) => {
      const report = await setReportStatus(app.db, {
        reportId: idParam(params.reportId),
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
      await deleteReport(app.db, { reportId: idParam(params.reportId), actor });
      return { success: true };
    },
  }),
});

export const loader = call.loader;
export const action = call.action;
