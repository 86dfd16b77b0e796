import { assertSameEvent, defineCall, idParam, method } from '~/http/api.server';
import { sendTopPhotos } from '../files/archives.server';

/** `/api/events/{eventId}/download-top-photos`: the ranking's photos as a zip, for members (§7). */
const call = defineCall({
  GET: method({
    who: 'member',
    handler: ({ args, identity, params }) => {
      assertSameEvent(identity, idParam(params.eventId));
      return sendTopPhotos(args, identity);
    },
  }),
});

export const loader = call.loader;
export const action = call.action;
