import { assertSameEvent, defineEndpoint, parseId, method } from '~/http/api.server';
import { sendRankingCsv } from '../files/archives.server';

/** `/api/events/{eventId}/download-top-photos-csv`: the ranking as CSV, for the organizer; headings are English. */
const endpoint = defineEndpoint({
  GET: method({
    who: 'organizer',
    handler: ({ args, identity, params }) => {
      assertSameEvent(identity, parseId(params.eventId));
      return sendRankingCsv(args, identity, 'en');
    },
  }),
});

export const loader = endpoint.loader;
export const action = endpoint.action;
