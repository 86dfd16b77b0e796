import { assertSameEvent, defineEndpoint, parseId, method } from '~/http/api.server';
import { presentEvent } from '~/models/event.server';

/** `/api/events/{eventId}`. */
const endpoint = defineEndpoint({
  GET: method({
    who: 'visit',
    handler: ({ app, identity, params }) => {
      assertSameEvent(identity, parseId(params.eventId));
      return presentEvent(app, identity.event);
    },
  }),
});

export const loader = endpoint.loader;
export const action = endpoint.action;
