import { assertAdmin } from '~/http/admin.server';
import { defineEndpoint, parseId, method } from '~/http/api.server';
import { deleteUser } from '~/models/user-changes.server';

/**
 * `/api/admin/users/{id}`: anybody but the administrator, by the administrator. With an organizer the
 * event goes too, unless `?successorId=` names the participant who takes it over.
 */
const endpoint = defineEndpoint({
  DELETE: method({
    who: 'member',
    failed: 'user_deletion_failed',
    handler: async ({ args, app, identity, params, query }) => {
      const actor = await assertAdmin(args, identity);
      const successor = query.get('successorId');
      await deleteUser(app.db, {
        actor,
        userId: parseId(params.userId),
        // An empty one is a mistake, and not the wish to delete the event.
        successorId: successor === null ? undefined : parseId(successor),
      });
      return { success: true };
    },
  }),
});

export const loader = endpoint.loader;
export const action = endpoint.action;
