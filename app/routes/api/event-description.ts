import { defineEndpoint, parseId, method } from '~/http/api.server';
import { descriptionSchema } from '~/models/event.schema';
import { presentEvent } from '~/models/event.server';
import { setDescription } from '~/models/event-changes.server';

/** `/api/events/{eventId}/description`: the organizer's. */
const endpoint = defineEndpoint({
  PATCH: method({
    who: 'organizer',
    body: descriptionSchema,
    handler: async ({ app, identity: { actor }, params, body }) => {
      const eventId = parseId(params.eventId);
      const event = await setDescription(app.db, { ...body, actor, eventId });
      return presentEvent(app, event);
    },
  }),
});

export const loader = endpoint.loader;
export const action = endpoint.action;
