import { defineEndpoint, method } from '~/http/api.server';
import { enter } from '~/http/authenticator.server';
import { registerCallSchema } from '~/models/user.schema';
import { presentUser } from '~/models/user.server';

/** `/api/register`: joins an event named by its two names, and signs in. */
const endpoint = defineEndpoint({
  POST: method({
    who: 'anyone',
    body: registerCallSchema,
    status: 201,
    failed: 'registration_failed',
    handler: async ({ args, app, body }) => {
      const { event, organizerName, name, email, username } = body;
      const given = { event, organizerName, name, email, username };
      const { user } = await enter(args, 'registration', given);
      return presentUser(user, app.storage);
    },
  }),
});

export const loader = endpoint.loader;
export const action = endpoint.action;
