import { defineEndpoint, method } from '~/http/api.server';
import { DomainError } from '~/models/errors';
import { addFavorite, listFavorites } from '~/models/favorite.server';
import { favoriteSchema } from '~/models/photo.schema';
import { presentPhoto } from '~/models/photo.server';

/** `/api/favorites`: the own stars, and a new one. */
const endpoint = defineEndpoint({
  GET: method({
    who: 'member',
    handler: async ({ app, identity }) => {
      const photos = await listFavorites(app.db, { userId: identity.user.id });
      return photos.map((photo) => presentPhoto(photo, app.storage));
    },
  }),
  POST: method({
    who: 'member',
    body: favoriteSchema,
    status: 201,
    failed: 'favorites_failed',
    handler: async ({ app, identity, body }) => {
      const { userId, photoId } = body;
      if (userId !== identity.user.id) throw new DomainError('access_denied');
      await addFavorite(app.db, { photoId, actor: identity.actor });
      return { userId, photoId };
    },
  }),
});

export const loader = endpoint.loader;
export const action = endpoint.action;
