import { defineCall, method } from '~/http/api.server';
import { presentUser, removeSelfie } from '~/models/user.server';

/** `/api/users/remove-selfie`; answers the own user record (§7). */
const call = defineCall({
  POST: method({
    who: 'member',
    handler: async ({ app, identity }) => {
      const user = await removeSelfie(app, { userId: identity.user.id });
      return { success: true, ...presentUser(user, app.storage) };
    },
  }),
});

export const loader = call.loader;
export const action = call.action;
