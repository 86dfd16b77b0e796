import { assertSameEvent, defineCall, idParam, method } from '~/http/api.server';
import { presentEvent } from '~/models/event.server';

/** `/api/events/{eventId}` (§7). */
const call = defineCall({
  GET: method({
    who: 'visit',
    handler: ({ app, identity, params }) => {
      assertSameEvent(identity, idParam(params.eventId));
      return presentEvent(identity.event, app.storage);
    },
  }),
});

export const loader = call.loader;
export const action = call.action;
