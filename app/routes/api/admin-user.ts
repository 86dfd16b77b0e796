import { assertAdmin } from '~/http/admin.server';
import { defineCall, idParam, method } from '~/http/api.server';
import { deleteUser } from '~/models/departure.server';

/** `/api/admin/users/{id}`: anybody but the administrator, by the administrator (§6, §7, C§3). */
const call = defineCall({
  DELETE: method({
    who: 'member',
    handler: async ({ args, app, identity, params }) => {
      await assertAdmin(args, identity);
      await deleteUser(app.db, { userId: idParam(params.userId) });
      return { success: true };
    },
  }),
});

export const loader = call.loader;
export const action = call.action;
