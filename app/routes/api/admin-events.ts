import { assertAdmin } from '~/http/admin.server';
import { defineEndpoint, method } from '~/http/api.server';
import { can } from '~/models/access';
import { listAllEvents, listEventsPage, presentAdminEvent } from '~/models/admin-events.server';
import { EVENT_SORTS, readListQuery, type AdminEvent } from '~/models/admin-list';
import { DomainError } from '~/models/errors';
import { ADMIN_USER_ID } from '~/models/user';

/**
 * `/api/admin/events`: all of them for the administrator, after a fresh check; for an organizer the
 * own one alone. `q`, `sort` and `page` as on the screen; without `page` they all come, past
 * the last page none does.
 */
const endpoint = defineEndpoint({
  GET: method({
    who: 'member',
    handler: async ({ args, app, identity, query }) => {
      const present = (listed: AdminEvent) => presentAdminEvent(listed, app.storage);
      const isAdministrator = identity.user.id === ADMIN_USER_ID;
      const { eventId } = identity.actor;
      if (isAdministrator) await assertAdmin(args, identity);
      else if (!can(identity.actor, 'event.manage', { eventId })) {
        throw new DomainError('access_denied');
      }
      const wanted = {
        ...readListQuery(query, EVENT_SORTS),
        eventId: isAdministrator ? undefined : eventId,
      };
      if (!query.has('page')) return (await listAllEvents(app.db, wanted)).map(present);
      const { rows, page } = await listEventsPage(app.db, wanted);
      return page === wanted.page ? rows.map(present) : [];
    },
  }),
});

export const loader = endpoint.loader;
export const action = endpoint.action;
