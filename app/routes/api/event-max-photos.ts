import { assertSameEvent, defineCall, idParam, method } from '~/http/api.server';
import { maxPhotosSchema } from '~/models/event.schema';
import { presentEvent } from '~/models/event.server';
import { setMaxPhotos } from '~/models/event-settings.server';

/** `/api/events/{eventId}/max-photos`: the organizer's (§6, §7). */
const call = defineCall({
  PATCH: method({
    who: 'organizer',
    body: maxPhotosSchema,
    handler: async ({ app, identity, params, body }) => {
      const eventId = idParam(params.eventId);
      assertSameEvent(identity, eventId);
      return presentEvent(await setMaxPhotos(app.db, { eventId, ...body }), app.storage);
    },
  }),
});

export const loader = call.loader;
export const action = call.action;
