import { defineEndpoint, method } from '~/http/api.server';
import { createAndSignIn } from '~/http/create-event.server';
import { translator } from '~/i18n/i18n.server';
import { createEventCallSchema, createEventPayload } from '~/models/event.schema';
import { presentEvent } from '~/models/event.server';
import { parseValues } from '~/models/fields.schema';
import { presentUser } from '~/models/user.server';

/** `/api/create-event`: a new event, its organizer signed in. */
const endpoint = defineEndpoint({
  POST: method({
    who: 'anyone',
    body: createEventPayload,
    status: 201,
    handler: async ({ args, app, body }) => {
      const t = await translator(args.request);
      const schema = createEventCallSchema(
        app.env.EVENT_TIME_ZONE,
        t('auth:create.default_description'),
      );
      const values = parseValues(schema, body);
      const { event, user } = await createAndSignIn(args, values);
      return { event: presentEvent(event, app.storage), user: presentUser(user, app.storage) };
    },
  }),
});

export const loader = endpoint.loader;
export const action = endpoint.action;
