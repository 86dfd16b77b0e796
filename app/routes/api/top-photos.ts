import { assertSameEvent, defineEndpoint, parseId, method } from '~/http/api.server';
import { presentTopPhoto } from '~/models/favorite.server';

/** `/api/events/{eventId}/top-photos?limit=10`: the ranking. */
const endpoint = defineEndpoint({
  GET: method({
    who: 'visit',
    handler: async ({ app, identity, params, query }) => {
      const eventId = parseId(params.eventId);
      assertSameEvent(identity, eventId);
      const limit = query.get('limit');
      const photos = await app.feeds.ranking(eventId, limit === null ? undefined : Number(limit));
      return photos.map((photo) => presentTopPhoto(photo, app.storage));
    },
  }),
});

export const loader = endpoint.loader;
export const action = endpoint.action;
