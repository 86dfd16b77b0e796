import { assertSameEvent, defineCall, idParam, method } from '~/http/api.server';
import { listEventPhotos, presentFeedPhoto } from '~/models/photo.server';

/** `/api/photos/event/{eventId}`: the feed, newest first (§7). */
const call = defineCall({
  GET: method({
    who: 'visit',
    handler: async ({ app, identity, params }) => {
      const eventId = idParam(params.eventId);
      assertSameEvent(identity, eventId);
      const photos = await listEventPhotos(app.db, { eventId });
      return photos.map((photo) => presentFeedPhoto(photo, app.storage));
    },
  }),
});

export const loader = call.loader;
export const action = call.action;
