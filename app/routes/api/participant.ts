import { defineEndpoint, parseId, method } from '~/http/api.server';
import { removeParticipant } from '~/models/user-changes.server';

/** `/api/users/{userId}`: a participant is removed by the organizer. */
const endpoint = defineEndpoint({
  DELETE: method({
    who: 'organizer',
    handler: async ({ app, identity, params }) => {
      await removeParticipant(app.db, { userId: parseId(params.userId), actor: identity.actor });
      return { success: true };
    },
  }),
});

export const loader = endpoint.loader;
export const action = endpoint.action;
