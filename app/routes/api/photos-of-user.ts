import { defineEndpoint, parseId, method } from '~/http/api.server';
import { listUserPhotos, presentPhoto } from '~/models/photo.server';
import { getMember } from '~/models/user.server';

/** `/api/photos/user/{userId}`: one member's photos by slot. */
const endpoint = defineEndpoint({
  GET: method({
    who: 'visit',
    handler: async ({ app, identity, params }) => {
      const eventId = identity.event.id;
      const member = await getMember(app.db, { userId: parseId(params.userId), eventId });
      const photos = await listUserPhotos(app.db, {
        eventId,
        userId: member.id,
        reader: identity.actor,
      });
      return photos.map((photo) => presentPhoto(photo, app.storage));
    },
  }),
});

export const loader = endpoint.loader;
export const action = endpoint.action;
