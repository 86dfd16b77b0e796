import { defineCall, idParam, method } from '~/http/api.server';
import { removeFavorite } from '~/models/favorite.server';

/** `/api/favorites/{photoId}`: takes an own star back (§7). */
const call = defineCall({
  DELETE: method({
    who: 'member',
    handler: async ({ app, identity, params }) => {
      const photoId = idParam(params.photoId);
      await removeFavorite(app.db, { photoId, actor: identity.actor });
      return { success: true };
    },
  }),
});

export const loader = call.loader;
export const action = call.action;
