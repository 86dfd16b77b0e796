import { assertSameEvent, defineEndpoint, method, parseId, ReadyAnswer } from '~/http/api.server';
import { DomainError } from '~/models/errors';
import { readPlace, writePlace } from '~/models/list-place';
import { endpoints } from '~/endpoints';

/** `/api/photos/event/{eventId}`: the feed, newest first, whole or in parts (rule `api.pages`). */
const endpoint = defineEndpoint({
  GET: method({
    who: 'visit',
    handler: async ({ app, identity, params, query }) => {
      const eventId = parseId(params.eventId);
      assertSameEvent(identity, eventId);
      const limit = query.has('limit') ? Number(query.get('limit')) : undefined;
      const after = readAfter(query.get('after'));
      const { json, etag, next } = await app.feeds.read({
        eventId,
        after,
        limit,
        reader: identity.actor,
      });
      const more = next && endpoints.eventPhotos(eventId, { limit, after: writePlace(next) });
      return new ReadyAnswer(json, etag, more ? { Link: `<${more}>; rel="next"` } : {});
    },
  }),
});

/** @throws DomainError invalid_request for what is no place in a feed */
function readAfter(text: string | null) {
  if (text === null) return undefined;
  const after = readPlace(text);
  if (!after) throw new DomainError('invalid_request');
  return after;
}

export const loader = endpoint.loader;
export const action = endpoint.action;
