import { z } from 'zod';
import { photoShape, starShape } from '~/models/photo/shape';
import { endpoint } from '~/http/api.server';
import { method } from '~/http/method.server';
import { DomainError } from '~/models/errors';
import { addFavorite, listFavorites, removeFavorite } from '~/models/photo/star.server';
import { favoriteSchema } from '~/models/photo/schema';
import { presentPhotosTo } from '~/models/photo/views.server';

/** Why a star is not given. */
const STARS = [
  'access_denied',
  'photo_not_found',
  'own_photo',
  'favorites_full',
  'voting_disabled',
  'voting_not_open',
  'voting_closed',
] as const;

export const favorites = [
  endpoint('/api/favorites', {
    GET: method({
      summary: 'Lists the photos that the caller has starred',
      who: 'member',
      answer: z.array(photoShape),
      handler: async ({ app, identity }) => {
        const photos = await listFavorites(app.db, { userId: identity.user.id });
        return presentPhotosTo(identity.actor, photos, app);
      },
    }),
    POST: method({
      summary: 'Gives a star',
      who: 'member',
      body: favoriteSchema,
      status: 201,
      failed: 'favorites_failed',
      answer: starShape,
      refusals: STARS,
      handler: async ({ app, identity, body }) => {
        const { userId, photoId, givenAt } = body;
        if (userId !== identity.user.id) throw new DomainError('access_denied');
        await addFavorite(app.db, { photoId, actor: identity.actor, givenAt });
        return { userId, photoId };
      },
    }),
  }),

  endpoint('/api/favorites/:photoId', {
    DELETE: method({
      summary: 'Takes a star back',
      who: 'member',
      params: ['photoId'],
      failed: 'favorites_failed',
      refusals: [
        'access_denied',
        'photo_not_found',
        'voting_disabled',
        'voting_not_open',
        'voting_closed',
      ],
      handler: async ({ app, identity, params: { photoId } }) => {
        await removeFavorite(app.db, { photoId, actor: identity.actor });
      },
    }),
  }),
];
