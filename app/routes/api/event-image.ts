import { assertSameEvent, defineEndpoint, parseId, method } from '~/http/api.server';
import { receiveUpload } from '~/http/uploads.server';
import { parseValues } from '~/models/fields.schema';
import { uploadIdField } from '~/models/upload.schema';
import { presentEvent } from '~/models/event.server';
import { setEventImage } from '~/models/event-changes.server';

/** `/api/events/{eventId}/image`: multipart `image`, the organizer's. */
const endpoint = defineEndpoint({
  POST: method({
    who: 'organizer',
    failed: 'event_image_failed',
    handler: async ({ args, app, identity, params }) => {
      const eventId = parseId(params.eventId);
      assertSameEvent(identity, eventId);
      await using upload = await receiveUpload(args);
      const uploadId = parseValues(uploadIdField, upload.fields.uploadId);
      const image = { actor: identity.actor, eventId, file: upload.file, uploadId };
      return presentEvent(app, await setEventImage(app, image));
    },
  }),
});

export const loader = endpoint.loader;
export const action = endpoint.action;
