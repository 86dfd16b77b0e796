import { defineCall, idParam, method } from '~/http/api.server';
import { removeParticipant } from '~/models/deletion.server';

/** `/api/users/{userId}`: a participant is removed by the organizer (§6, §7). */
const call = defineCall({
  DELETE: method({
    who: 'organizer',
    handler: async ({ app, identity, params }) => {
      await removeParticipant(app.db, { userId: idParam(params.userId), actor: identity.actor });
      return { success: true };
    },
  }),
});

export const loader = call.loader;
export const action = call.action;
