import { defineCall, idParam, method } from '~/http/api.server';
import { hasFreshAdminCheck } from '~/http/session.server';
import { DomainError } from '~/models/errors';
import { maxUsersSchema } from '~/models/event.schema';
import { presentEvent, setMaxUsers } from '~/models/event.server';
import { ADMIN_USER_ID } from '~/models/user';

/** `/api/events/{eventId}/max-users`: the administrator's, after a fresh check (§6, C§3). */
const call = defineCall({
  PATCH: method({
    who: 'member',
    body: maxUsersSchema,
    handler: async ({ args, app, identity, params, body }) => {
      if (identity.user.id !== ADMIN_USER_ID || !(await hasFreshAdminCheck(args))) {
        throw new DomainError('no_admin_privileges');
      }
      const eventId = idParam(params.eventId);
      const event = await setMaxUsers(app.db, { eventId, maxUsers: body.maxUsers });
      return presentEvent(event, app.storage);
    },
  }),
});

export const loader = call.loader;
export const action = call.action;
