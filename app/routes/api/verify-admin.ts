import { defineCall, englishText, method } from '~/http/api.server';
import { markAdmin } from '~/http/session.server';
import { withAdminThrottle } from '~/http/throttle.server';
import { checkAdmin, type AdminCheck } from '~/models/admin.server';
import { ERROR_STATUS } from '~/models/errors';
import { adminCheckSchema } from '~/models/user.schema';

/** `/api/verify-admin`: the administrator's credentials once more, good for 30 minutes (§7, C§3). */
const call = defineCall({
  POST: method({
    who: 'member',
    body: adminCheckSchema,
    handler: async ({ args, app, identity, body }) => {
      const userId = identity.user.id;
      let check: AdminCheck | undefined;
      await withAdminThrottle(args, async () => {
        check = await checkAdmin(app.db, { userId, ...body });
        return check.isAdmin;
      });
      if (check?.isAdmin) {
        await markAdmin(args, userId);
        return { isAdmin: true, message: 'Admin access granted' };
      }
      const refusal = check?.refusal ?? 'admin_authentication_failed';
      const answer = { isAdmin: false, message: englishText(refusal) };
      return Response.json(answer, { status: ERROR_STATUS[refusal] });
    },
  }),
});

export const loader = call.loader;
export const action = call.action;
