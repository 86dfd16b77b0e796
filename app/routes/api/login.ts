import { defineEndpoint, method } from '~/http/api.server';
import { signIn } from '~/http/session.server';
import { limitedMail, signInMailFor } from '~/http/sign-in-mail.server';
import { withSignInThrottle } from '~/http/throttle.server';
import { login } from '~/models/sign-in.server';
import { loginCallSchema } from '~/models/user.schema';
import { presentUser } from '~/models/user.server';

/** `/api/login`: by event and person; the model keeps the order of its refusals. */
const endpoint = defineEndpoint({
  POST: method({
    who: 'anyone',
    body: loginCallSchema,
    handler: async ({ args, app, body }) => {
      const signInMail = await signInMailFor(args);
      const { user } = await withSignInThrottle(args, body, () =>
        login({ ...app, mail: limitedMail(args) }, { ...body, signInMail }),
      );
      await signIn(args, { user });
      return presentUser(user, app.storage);
    },
  }),
});

export const loader = endpoint.loader;
export const action = endpoint.action;
