import { defineEndpoint, method } from '~/http/api.server';
import { receiveUpload } from '~/http/uploads.server';
import { DomainError } from '~/models/errors';
import { presentUser, setSelfie } from '~/models/user.server';

/** `/api/users/selfie`: multipart `image`; answers the own user record. */
const endpoint = defineEndpoint({
  POST: method({
    who: 'member',
    handler: async ({ args, app, identity }) => {
      await using upload = await receiveUpload(args);
      if (!upload.file) throw new DomainError('file_required');
      const user = await setSelfie(app, { user: identity.user, file: upload.file });
      return presentUser(user, app.storage);
    },
  }),
});

export const loader = endpoint.loader;
export const action = endpoint.action;
