import { defineEndpoint, method } from '~/http/api.server';
import { enter } from '~/http/authenticator.server';
import { translator } from '~/i18n/i18n.server';
import { createEventCallSchema, createEventPayload } from '~/models/event.schema';
import { presentEventOf } from '~/models/event.server';
import { parseValues } from '~/models/fields.schema';
import { presentUser } from '~/models/user.server';

/** `/api/create-event`: a new event, its organizer signed in. */
const endpoint = defineEndpoint({
  POST: method({
    who: 'anyone',
    body: createEventPayload,
    status: 201,
    failed: 'event_creation_failed',
    handler: async ({ args, app, body }) => {
      const t = await translator(args.request);
      const schema = createEventCallSchema(
        app.env.EVENT_TIME_ZONE,
        app.today(),
        t('create:default_description'),
      );
      const values = parseValues(schema, body);
      const { event, user } = await enter(args, 'creation', values);
      return {
        event: presentEventOf(user, event, app.storage),
        user: presentUser(user, app.storage),
      };
    },
  }),
});

export const loader = endpoint.loader;
export const action = endpoint.action;
