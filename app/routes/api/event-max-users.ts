import { assertAdmin } from '~/http/admin.server';
import { defineEndpoint, parseId, method } from '~/http/api.server';
import { maxUsersSchema } from '~/models/event.schema';
import { setMaxUsers } from '~/models/event-changes.server';
import { presentEvent } from '~/models/event.server';

/** `/api/events/{eventId}/max-users`: the administrator's, after a fresh check. */
const endpoint = defineEndpoint({
  PATCH: method({
    who: 'member',
    body: maxUsersSchema,
    handler: async ({ args, app, identity, params, body }) => {
      const actor = await assertAdmin(args, identity);
      const eventId = parseId(params.eventId);
      const event = await setMaxUsers(app.db, { ...body, actor, eventId });
      return presentEvent(app, event);
    },
  }),
});

export const loader = endpoint.loader;
export const action = endpoint.action;
