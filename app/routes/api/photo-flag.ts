import { defineEndpoint, parseId, method } from '~/http/api.server';
import { storedReason } from '~/models/report';
import { reportCallSchema } from '~/models/report.schema';
import { presentOwnReport, reportPhoto } from '~/models/report.server';

/** `/api/photos/{photoId}/flag`: a member reports somebody else's photo. */
const endpoint = defineEndpoint({
  POST: method({
    who: 'member',
    body: reportCallSchema,
    status: 201,
    failed: 'report_failed',
    handler: async ({ app, identity: { actor }, params, body }) => {
      const photoId = parseId(params.photoId);
      const reason = storedReason({ details: body.reason });
      return presentOwnReport(await reportPhoto(app.db, { photoId, actor, reason }));
    },
  }),
});

export const loader = endpoint.loader;
export const action = endpoint.action;
