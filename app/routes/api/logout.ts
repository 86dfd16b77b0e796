import { defineEndpoint, method } from '~/http/api.server';
import { leaveEvent } from '~/http/session.server';

/** `/api/logout`. */
const endpoint = defineEndpoint({
  POST: method({
    who: 'anyone',
    failed: 'logout_failed',
    handler: async ({ args }) => {
      await leaveEvent(args);
      return { success: true };
    },
  }),
});

export const loader = endpoint.loader;
export const action = endpoint.action;
