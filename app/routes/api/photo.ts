import { defineEndpoint, parseId, method } from '~/http/api.server';
import { deletePhoto } from '~/models/photo.server';

/** `/api/photos/{photoId}`: deleted by its owner or the organizer. */
const endpoint = defineEndpoint({
  DELETE: method({
    who: 'member',
    failed: 'photo_deletion_failed',
    handler: async ({ app, identity, params }) => {
      await deletePhoto(app, { photoId: parseId(params.photoId), actor: identity.actor });
      return { success: true };
    },
  }),
});

export const loader = endpoint.loader;
export const action = endpoint.action;
