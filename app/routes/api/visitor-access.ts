import { defineEndpoint, method } from '~/http/api.server';
import { enter } from '~/http/authenticator.server';
import { eventNamesSchema } from '~/models/event.schema';
import { presentVisitor } from '~/models/user.server';

/** `/api/visitor-access`: the two names open an event for looking at. */
const endpoint = defineEndpoint({
  POST: method({
    who: 'anyone',
    body: eventNamesSchema,
    handler: async ({ args, body }) => {
      const { visitorOf } = await enter(args, 'visitor', body);
      return presentVisitor(visitorOf);
    },
  }),
});

export const loader = endpoint.loader;
export const action = endpoint.action;
