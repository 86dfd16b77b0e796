import { assertSameEvent, defineCall, idParam, method } from '~/http/api.server';
import { sendRankingCsv } from '../files/archives.server';

/** `/api/events/{eventId}/download-top-photos-csv`: the ranking as CSV, for the organizer (§7). */
const call = defineCall({
  GET: method({
    who: 'organizer',
    handler: ({ args, identity, params }) => {
      assertSameEvent(identity, idParam(params.eventId));
      return sendRankingCsv(args, identity);
    },
  }),
});

export const loader = call.loader;
export const action = call.action;
