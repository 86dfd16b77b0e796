import { defineEndpoint, method } from '~/http/api.server';
import { receiveUpload } from '~/http/uploads.server';
import { setSelfie } from '~/models/user-changes.server';
import { presentUser } from '~/models/user.server';

/** `/api/users/selfie`: multipart `image`; answers the own user record. */
const endpoint = defineEndpoint({
  POST: method({
    who: 'member',
    handler: async ({ args, app, identity: { actor, user } }) => {
      await using upload = await receiveUpload(args);
      const changed = await setSelfie(app, { actor, user, file: upload.file });
      return presentUser(changed, app.storage);
    },
  }),
});

export const loader = endpoint.loader;
export const action = endpoint.action;
