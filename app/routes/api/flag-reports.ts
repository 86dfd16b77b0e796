import { assertSameEvent, defineEndpoint, parseId, method } from '~/http/api.server';
import { parseValues } from '~/models/fields.schema';
import { reportListSchema } from '~/models/report.schema';
import { listReports, presentReport } from '~/models/report.server';

/** `/api/events/{eventId}/flag-reports`: the organizer's list, of one status or all. */
const endpoint = defineEndpoint({
  GET: method({
    who: 'organizer',
    failed: 'reports_failed',
    handler: async ({ app, identity, params, query }) => {
      const eventId = parseId(params.eventId);
      assertSameEvent(identity, eventId);
      const { status } = parseValues(reportListSchema, Object.fromEntries(query));
      const reports = await listReports(app.db, { eventId, status });
      return reports.map((report) => presentReport(report, app.storage));
    },
  }),
});

export const loader = endpoint.loader;
export const action = endpoint.action;
