import { defineEndpoint, parseId, method } from '~/http/api.server';
import { removeFavorite } from '~/models/favorite.server';

/** `/api/favorites/{photoId}`: takes an own star back. */
const endpoint = defineEndpoint({
  DELETE: method({
    who: 'member',
    failed: 'favorites_failed',
    handler: async ({ app, identity, params }) => {
      const photoId = parseId(params.photoId);
      await removeFavorite(app.db, { photoId, actor: identity.actor });
      return { success: true };
    },
  }),
});

export const loader = endpoint.loader;
export const action = endpoint.action;
