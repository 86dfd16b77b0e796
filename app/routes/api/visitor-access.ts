import { defineEndpoint, method } from '~/http/api.server';
import { signIn } from '~/http/session.server';
import { withNamesThrottle } from '~/http/throttle.server';
import { eventNamesSchema } from '~/models/event.schema';
import { checkVisitorAccess, presentVisitor } from '~/models/user.server';

/** `/api/visitor-access`: the two names open an event for looking at. */
const endpoint = defineEndpoint({
  POST: method({
    who: 'anyone',
    body: eventNamesSchema,
    handler: async ({ args, app, body }) => {
      const event = await withNamesThrottle(args, () =>
        checkVisitorAccess(app.db, { ...body, today: app.today() }),
      );
      await signIn(args, { visitorOf: event });
      return presentVisitor(event);
    },
  }),
});

export const loader = endpoint.loader;
export const action = endpoint.action;
