import { assertSameEvent, defineEndpoint, parseId, method } from '~/http/api.server';
import { descriptionSchema } from '~/models/event.schema';
import { presentEvent } from '~/models/event.server';
import { setDescription } from '~/models/event-settings.server';

/** `/api/events/{eventId}/description`: the organizer's. */
const endpoint = defineEndpoint({
  PATCH: method({
    who: 'organizer',
    body: descriptionSchema,
    handler: async ({ app, identity, params, body }) => {
      const eventId = parseId(params.eventId);
      assertSameEvent(identity, eventId);
      return presentEvent(await setDescription(app.db, { eventId, ...body }), app.storage);
    },
  }),
});

export const loader = endpoint.loader;
export const action = endpoint.action;
