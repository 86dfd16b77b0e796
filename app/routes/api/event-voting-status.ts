import { assertSameEvent, defineCall, idParam, method } from '~/http/api.server';
import { votingSchema } from '~/models/event.schema';
import { presentEvent } from '~/models/event.server';
import { setVotingEnabled } from '~/models/event-settings.server';

/** `/api/events/{eventId}/voting-status`: the organizer's (§6, §7). */
const call = defineCall({
  PATCH: method({
    who: 'organizer',
    body: votingSchema,
    handler: async ({ app, identity, params, body }) => {
      const eventId = idParam(params.eventId);
      assertSameEvent(identity, eventId);
      return presentEvent(await setVotingEnabled(app.db, { eventId, ...body }), app.storage);
    },
  }),
});

export const loader = call.loader;
export const action = call.action;
