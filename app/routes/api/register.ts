import { defineEndpoint, method } from '~/http/api.server';
import { signIn } from '~/http/session.server';
import { withRegistrationThrottle } from '~/http/throttle.server';
import { findEventByNames } from '~/models/event.server';
import { registerCallSchema } from '~/models/user.schema';
import { presentUser, register } from '~/models/user.server';

/** `/api/register`: joins an event named by its two names, and signs in. */
const endpoint = defineEndpoint({
  POST: method({
    who: 'anyone',
    body: registerCallSchema,
    status: 201,
    handler: async ({ args, app, body }) => {
      const { name, email, username } = body;
      const user = await withRegistrationThrottle(
        args,
        { ...body, password: undefined },
        async () => {
          const { id: eventId } = await findEventByNames(app.db, body);
          return register(app.db, { eventId, name, email, username, today: app.today() });
        },
      );
      await signIn(args, { user });
      return presentUser(user, app.storage);
    },
  }),
});

export const loader = endpoint.loader;
export const action = endpoint.action;
