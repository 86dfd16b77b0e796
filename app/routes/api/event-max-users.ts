import { assertAdmin } from '~/http/admin.server';
import { defineEndpoint, parseId, method } from '~/http/api.server';
import { maxUsersSchema } from '~/models/event.schema';
import { presentEvent, setMaxUsers } from '~/models/event.server';

/** `/api/events/{eventId}/max-users`: the administrator's, after a fresh check. */
const endpoint = defineEndpoint({
  PATCH: method({
    who: 'member',
    body: maxUsersSchema,
    handler: async ({ args, app, identity, params, body }) => {
      await assertAdmin(args, identity);
      const eventId = parseId(params.eventId);
      const event = await setMaxUsers(app.db, { eventId, maxUsers: body.maxUsers });
      return presentEvent(event, app.storage);
    },
  }),
});

export const loader = endpoint.loader;
export const action = endpoint.action;
