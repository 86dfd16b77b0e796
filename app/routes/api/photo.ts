import { defineCall, idParam, method } from '~/http/api.server';
import { deletePhoto } from '~/models/photo.server';

/** `/api/photos/{photoId}`: deleted by its owner or the organizer (§6, §7). */
const call = defineCall({
  DELETE: method({
    who: 'member',
    handler: async ({ app, identity, params }) => {
      await deletePhoto(app, { photoId: idParam(params.photoId), actor: identity.actor });
      return { success: true };
    },
  }),
});

export const loader = call.loader;
export const action = call.action;
