import { defineCall, method } from '~/http/api.server';
import { markAllRead } from '~/models/message.server';

/** `/api/messages/read-all`: everything received is read (C§6). */
const call = defineCall({
  POST: method({
    who: 'member',
    handler: async ({ app, identity }) => {
      await markAllRead(app.db, { userId: identity.user.id });
      return { success: true };
    },
  }),
});

export const loader = call.loader;
export const action = call.action;
