import { defineEndpoint, method } from '~/http/api.server';
import { markAllRead } from '~/models/message.server';

/** `/api/messages/read-all`: everything received is read. */
const endpoint = defineEndpoint({
  POST: method({
    who: 'member',
    handler: async ({ app, identity }) => {
      await markAllRead(app.db, { actor: identity.actor });
      return { success: true };
    },
  }),
});

export const loader = endpoint.loader;
export const action = endpoint.action;
