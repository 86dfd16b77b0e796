import { endpoint, method } from '~/http/api.server';
import { DomainError } from '~/models/errors';
import { addFavorite, listFavorites, removeFavorite } from '~/models/photo/star.server';
import { favoriteSchema } from '~/models/photo/schema';
import { presentPhotosTo } from '~/models/photo/views.server';

export const favorites = [
  /** `/api/favorites`: lists the user's own stars, and gives a new one. */
  endpoint('/api/favorites', {
    GET: method({
      who: 'member',
      handler: async ({ app, identity }) => {
        const photos = await listFavorites(app.db, { userId: identity.user.id });
        return presentPhotosTo(identity.actor, photos, app);
      },
    }),
    POST: method({
      who: 'member',
      body: favoriteSchema,
      status: 201,
      failed: 'favorites_failed',
      handler: async ({ app, identity, body }) => {
        const { userId, photoId, givenAt } = body;
        if (userId !== identity.user.id) throw new DomainError('access_denied');
        await addFavorite(app.db, { photoId, actor: identity.actor, givenAt });
        return { userId, photoId };
      },
    }),
  }),

  /** `/api/favorites/{photoId}`: takes the user's own star back. */
  endpoint('/api/favorites/:photoId', {
    DELETE: method({
      who: 'member',
      params: ['photoId'],
      failed: 'favorites_failed',
      handler: async ({ app, identity, params: { photoId } }) => {
        await removeFavorite(app.db, { photoId, actor: identity.actor });
        return { success: true };
      },
    }),
  }),
];
