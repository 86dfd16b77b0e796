import { defineEndpoint, parseId, method } from '~/http/api.server';
import { maxPhotosSchema } from '~/models/event.schema';
import { presentEvent } from '~/models/event.server';
import { setMaxPhotos } from '~/models/event-changes.server';

/** `/api/events/{eventId}/max-photos`: the organizer's. */
const endpoint = defineEndpoint({
  PATCH: method({
    who: 'organizer',
    body: maxPhotosSchema,
    handler: async ({ app, identity: { actor }, params, body }) => {
      const eventId = parseId(params.eventId);
      const event = await setMaxPhotos(app.db, { ...body, actor, eventId });
      return presentEvent(app, event);
    },
  }),
});

export const loader = endpoint.loader;
export const action = endpoint.action;
