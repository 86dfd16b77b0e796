import { assertAdmin } from '~/http/admin.server';
import { defineEndpoint, parseId, method } from '~/http/api.server';
import { signOut } from '~/http/session.server';
import { can } from '~/models/access';
import { deleteEvent } from '~/models/event-changes.server';

/**
 * `/api/admin/events/{eventId}`: deleted by its organizer, whose session ends with it, or by the
 * administrator after a fresh check.
 */
const endpoint = defineEndpoint({
  DELETE: method({
    who: 'member',
    handler: async ({ args, app, identity, params }) => {
      const eventId = parseId(params.eventId);
      const isOwn = can(identity.actor, 'event.delete', { eventId });
      const actor = isOwn ? identity.actor : await assertAdmin(args, identity);
      await deleteEvent(app.db, { actor, eventId });
      if (isOwn) await signOut(args);
      return { success: true };
    },
  }),
});

export const loader = endpoint.loader;
export const action = endpoint.action;
