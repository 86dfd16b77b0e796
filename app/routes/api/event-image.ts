import { assertSameEvent, defineEndpoint, parseId, method } from '~/http/api.server';
import { receiveUpload } from '~/http/uploads.server';
import { DomainError } from '~/models/errors';
import { presentEvent } from '~/models/event.server';
import { setEventImage } from '~/models/event-settings.server';

/** `/api/events/{eventId}/image`: multipart `image`, the organizer's. */
const endpoint = defineEndpoint({
  POST: method({
    who: 'organizer',
    handler: async ({ args, app, identity, params }) => {
      const eventId = parseId(params.eventId);
      assertSameEvent(identity, eventId);
      await using upload = await receiveUpload(args);
      if (!upload.file) throw new DomainError('file_required');
      const image = { eventId, userId: identity.user.id, file: upload.file };
      return presentEvent(await setEventImage(app, image), app.storage);
    },
  }),
});

export const loader = endpoint.loader;
export const action = endpoint.action;
