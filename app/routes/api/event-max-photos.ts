import { assertSameEvent, defineEndpoint, parseId, method } from '~/http/api.server';
import { maxPhotosSchema } from '~/models/event.schema';
import { presentEvent } from '~/models/event.server';
import { setMaxPhotos } from '~/models/event-settings.server';

/** `/api/events/{eventId}/max-photos`: the organizer's. */
const endpoint = defineEndpoint({
  PATCH: method({
    who: 'organizer',
    body: maxPhotosSchema,
    handler: async ({ app, identity, params, body }) => {
      const eventId = parseId(params.eventId);
      assertSameEvent(identity, eventId);
      return presentEvent(await setMaxPhotos(app.db, { eventId, ...body }), app.storage);
    },
  }),
});

export const loader = endpoint.loader;
export const action = endpoint.action;
