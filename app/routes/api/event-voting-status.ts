import { assertSameEvent, defineEndpoint, parseId, method } from '~/http/api.server';
import { votingSchema } from '~/models/event.schema';
import { presentEvent } from '~/models/event.server';
import { setVotingEnabled } from '~/models/event-settings.server';

/** `/api/events/{eventId}/voting-status`: the organizer's. */
const endpoint = defineEndpoint({
  PATCH: method({
    who: 'organizer',
    body: votingSchema,
    handler: async ({ app, identity, params, body }) => {
      const eventId = parseId(params.eventId);
      assertSameEvent(identity, eventId);
      return presentEvent(await setVotingEnabled(app.db, { eventId, ...body }), app.storage);
    },
  }),
});

export const loader = endpoint.loader;
export const action = endpoint.action;
