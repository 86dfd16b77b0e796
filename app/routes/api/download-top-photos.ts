import { assertSameEvent, defineEndpoint, parseId, method } from '~/http/api.server';
import { sendTopPhotos } from '../files/archives.server';

/** `/api/events/{eventId}/download-top-photos`: the ranking's photos as a zip, for members. */
const endpoint = defineEndpoint({
  GET: method({
    who: 'member',
    handler: ({ args, identity, params }) => {
      assertSameEvent(identity, parseId(params.eventId));
      return sendTopPhotos(args, identity);
    },
  }),
});

export const loader = endpoint.loader;
export const action = endpoint.action;
