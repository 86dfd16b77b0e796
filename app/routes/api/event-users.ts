import { assertSameEvent, defineCall, idParam, method } from '~/http/api.server';
import { listEventMembers } from '~/models/event.server';
import { presentMember } from '~/models/user.server';

/** `/api/events/{eventId}/users`: the members, without e-mail addresses (§7, C§3). */
const call = defineCall({
  GET: method({
    who: 'visit',
    handler: async ({ app, identity, params }) => {
      const eventId = idParam(params.eventId);
      assertSameEvent(identity, eventId);
      const members = await listEventMembers(app.db, { eventId });
      return members.map((member) => presentMember(member, app.storage));
    },
  }),
});

export const loader = call.loader;
export const action = call.action;
