import { assertAdmin } from '~/http/admin.server';
import { defineEndpoint, method } from '~/http/api.server';
import { can } from '~/models/access';
import { readListQuery, USER_SORTS } from '~/models/admin-list';
import { listAllUsers, listUsersPage } from '~/models/admin-list.server';
import { DomainError } from '~/models/errors';
import { ADMIN_USER_ID } from '~/models/user';

/**
 * `/api/admin/users`: everybody for the administrator, after a fresh check; for an organizer those of
 * the own event alone. `q`, `sort` and `page` as on the screen; without `page` they all come,
 * past the last page nobody does.
 */
const endpoint = defineEndpoint({
  GET: method({
    who: 'member',
    handler: async ({ args, app, identity, query }) => {
      const isAdministrator = identity.user.id === ADMIN_USER_ID;
      const { eventId } = identity.actor;
      if (isAdministrator) await assertAdmin(args, identity);
      else if (!can(identity.actor, 'event.manage', { eventId })) {
        throw new DomainError('access_denied');
      }
      const wanted = {
        ...readListQuery(query, USER_SORTS),
        eventId: isAdministrator ? undefined : eventId,
      };
      if (!query.has('page')) return listAllUsers(app.db, wanted);
      const { rows, page } = await listUsersPage(app.db, wanted);
      return page === wanted.page ? rows : [];
    },
  }),
});

export const loader = endpoint.loader;
export const action = endpoint.action;
