import { defineEndpoint, method } from '~/http/api.server';
import { removeSelfie } from '~/models/user-changes.server';
import { presentUser } from '~/models/user.server';

/** `/api/users/remove-selfie`; answers the own user record. */
const endpoint = defineEndpoint({
  POST: method({
    who: 'member',
    handler: async ({ app, identity: { actor, user } }) => {
      const changed = await removeSelfie(app, { actor, user });
      return { success: true, ...presentUser(changed, app.storage) };
    },
  }),
});

export const loader = endpoint.loader;
export const action = endpoint.action;
