import { defineEndpoint, method } from '~/http/api.server';
import { receiveUpload } from '~/http/uploads.server';
import { parseValues } from '~/models/fields.schema';
import { photoDataField } from '~/models/photo.schema';
import { addPhoto, presentPhoto } from '~/models/photo.server';

/** `/api/photos`: multipart `image` and `data`, into one of the own slots. */
const endpoint = defineEndpoint({
  POST: method({
    who: 'member',
    status: 201,
    handler: async ({ args, app, identity: { actor } }) => {
      await using upload = await receiveUpload(args);
      const data = parseValues(photoDataField, upload.fields.data);
      const photo = await addPhoto(app, { actor, ...data, file: upload.file });
      return presentPhoto(photo, app.storage);
    },
  }),
});

export const loader = endpoint.loader;
export const action = endpoint.action;
