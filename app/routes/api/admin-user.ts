import { assertAdmin } from '~/http/admin.server';
import { defineCall, idParam, method } from '~/http/api.server';
import { deleteUser } from '~/models/deletion.server';

/**
 * `/api/admin/users/{id}`: anybody but the administrator, by the administrator. With an organizer the
 * event goes too, unless `?successorId=` names the participant who takes it over.
 */
const call = defineCall({
  DELETE: method({
    who: 'member',
    handler: async ({ args, app, identity, params, query }) => {
      await assertAdmin(args, identity);
      const successor = query.get('successorId');
      await deleteUser(app.db, {
        userId: idParam(params.userId),
        // An empty one is a mistake, and not the wish to delete the event.
        successorId: successor === null ? undefined : idParam(successor),
      });
      return { success: true };
    },
  }),
});

export const loader = call.loader;
export const action = call.action;
