import { defineCall, method } from '~/http/api.server';
import { signOut } from '~/http/session.server';

/** `/api/logout` (§7). */
const call = defineCall({
  POST: method({
    who: 'anyone',
    handler: async ({ args }) => {
      await signOut(args);
      return { success: true };
    },
  }),
});

export const loader = call.loader;
export const action = call.action;
