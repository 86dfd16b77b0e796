import { assertSameEvent, defineCall, idParam, method } from '~/http/api.server';
import { sendAllPhotos } from '../files/archives.server';

/** `/api/events/{eventId}/download-all-photos`: every photo as a zip, for the organizer (§7). */
const call = defineCall({
  GET: method({
    who: 'organizer',
    handler: ({ args, identity, params }) => {
      assertSameEvent(identity, idParam(params.eventId));
      return sendAllPhotos(args, identity);
    },
  }),
});

export const loader = call.loader;
export const action = call.action;
