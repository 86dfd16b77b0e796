import { defineEndpoint, method } from '~/http/api.server';
import { enter } from '~/http/authenticator.server';
import { loginCallSchema } from '~/models/user.schema';
import { presentUser } from '~/models/user.server';

/** `/api/login`: by event and person; the model keeps the order of its refusals. */
const endpoint = defineEndpoint({
  POST: method({
    who: 'anyone',
    body: loginCallSchema,
    handler: async ({ args, app, body }) => {
      const { password, ...names } = body;
      const { user } = password
        ? await enter(args, 'password', { ...names, password })
        : await enter(args, 'names', names);
      return presentUser(user, app.storage);
    },
  }),
});

export const loader = endpoint.loader;
export const action = endpoint.action;
