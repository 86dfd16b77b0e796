import { defineEndpoint, method } from '~/http/api.server';
import { receiveUpload } from '~/http/uploads.server';
import { parseValues } from '~/models/fields.schema';
import { uploadIdField } from '~/models/upload.schema';
import { setSelfie } from '~/models/user-changes.server';
import { presentUser } from '~/models/user.server';

/** `/api/users/selfie`: multipart `image`; answers the own user record. */
const endpoint = defineEndpoint({
  POST: method({
    who: 'member',
    handler: async ({ args, app, identity: { actor, user } }) => {
      await using upload = await receiveUpload(args);
      const uploadId = parseValues(uploadIdField, upload.fields.uploadId);
      const changed = await setSelfie(app, { actor, user, file: upload.file, uploadId });
      return presentUser(changed, app.storage);
    },
  }),
});

export const loader = endpoint.loader;
export const action = endpoint.action;
