import { defineEndpoint, parseId, method } from '~/http/api.server';
import { votingSchema } from '~/models/event.schema';
import { presentEvent } from '~/models/event.server';
import { setVotingEnabled } from '~/models/event-changes.server';

/** `/api/events/{eventId}/voting-status`: the organizer's. */
const endpoint = defineEndpoint({
  PATCH: method({
    who: 'organizer',
    body: votingSchema,
    handler: async ({ app, identity: { actor }, params, body }) => {
      const eventId = parseId(params.eventId);
      const event = await setVotingEnabled(app.db, { ...body, actor, eventId });
      return presentEvent(app, event);
    },
  }),
});

export const loader = endpoint.loader;
export const action = endpoint.action;
