import { assertSameEvent, defineEndpoint, parseId, method } from '~/http/api.server';
import { sendAllPhotos } from '../files/archives.server';

/** `/api/events/{eventId}/download-all-photos`: every photo as a zip, for the organizer. */
const endpoint = defineEndpoint({
  GET: method({
    who: 'organizer',
    handler: ({ args, identity, params }) => {
      assertSameEvent(identity, parseId(params.eventId));
      return sendAllPhotos(args, identity);
    },
  }),
});

export const loader = endpoint.loader;
export const action = endpoint.action;
