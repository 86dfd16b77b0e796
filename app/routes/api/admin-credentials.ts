import { assertAdmin } from '~/http/admin.server';
import { defineEndpoint, method } from '~/http/api.server';
import { keepSession } from '~/http/session.server';
import { keepAdminCheck } from '~/http/admin-check.server';
import { updateAdminCredentials } from '~/models/credential-changes.server';
import { adminCredentialsSchema } from '~/models/user.schema';
import { presentUser } from '~/models/user.server';

/** `/api/admin/credentials`: the administrator's own, after a fresh check. */
const endpoint = defineEndpoint({
  PATCH: method({
    who: 'member',
    failed: 'admin_credentials_failed',
    body: adminCredentialsSchema,
    handler: async ({ args, app, identity, body }) => {
      const actor = await assertAdmin(args, identity);
      const user = await updateAdminCredentials(app.db, { ...body, actor });
      await keepAdminCheck(args, user);
      await keepSession(args, user);
      return presentUser(user, app.storage);
    },
  }),
});

export const loader = endpoint.loader;
export const action = endpoint.action;
