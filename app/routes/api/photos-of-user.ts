import { defineCall, idParam, method } from '~/http/api.server';
import { listUserPhotos, presentPhoto } from '~/models/photo.server';
import { getMember } from '~/models/user.server';

/** `/api/photos/user/{userId}`: one member's photos by slot (§7). */
const call = defineCall({
  GET: method({
    who: 'visit',
    handler: async ({ app, identity, params }) => {
      const eventId = identity.event.id;
      const member = await getMember(app.db, { userId: idParam(params.userId), eventId });
      const photos = await listUserPhotos(app.db, { eventId, userId: member.id });
      return photos.map((photo) => presentPhoto(photo, app.storage));
    },
  }),
});

export const loader = call.loader;
export const action = call.action;
