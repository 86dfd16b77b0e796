import { assertSameEvent, defineEndpoint, parseId, method } from '~/http/api.server';
import { listEventPhotos, presentFeedPhoto } from '~/models/photo.server';

/** `/api/photos/event/{eventId}`: the feed, newest first. */
const endpoint = defineEndpoint({
  GET: method({
    who: 'visit',
    handler: async ({ app, identity, params }) => {
      const eventId = parseId(params.eventId);
      assertSameEvent(identity, eventId);
      const photos = await listEventPhotos(app.db, { eventId });
      return photos.map((photo) => presentFeedPhoto(photo, app.storage));
    },
  }),
});

export const loader = endpoint.loader;
export const action = endpoint.action;
