import { defineEndpoint, method } from '~/http/api.server';
import { presentUser, removeSelfie } from '~/models/user.server';

/** `/api/users/remove-selfie`; answers the own user record. */
const endpoint = defineEndpoint({
  POST: method({
    who: 'member',
    handler: async ({ app, identity }) => {
      const user = await removeSelfie(app, { userId: identity.user.id });
      return { success: true, ...presentUser(user, app.storage) };
    },
  }),
});

export const loader = endpoint.loader;
export const action = endpoint.action;
