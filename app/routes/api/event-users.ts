import { assertSameEvent, defineEndpoint, parseId, method } from '~/http/api.server';
import { listEventMembers } from '~/models/members.server';
import { presentMember } from '~/models/user.server';

/** `/api/events/{eventId}/users`: the members, without e-mail addresses. */
const endpoint = defineEndpoint({
  GET: method({
    who: 'visit',
    handler: async ({ app, identity, params }) => {
      const eventId = parseId(params.eventId);
      assertSameEvent(identity, eventId);
      const members = await listEventMembers(app.db, { eventId });
      return members.map((member) => presentMember(member, app.storage));
    },
  }),
});

export const loader = endpoint.loader;
export const action = endpoint.action;
