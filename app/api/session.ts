import { endpoint, method } from '~/http/api.server';
import { enter } from '~/http/authenticator.server';
import { leaveEvent } from '~/http/session.server';
import { DomainError } from '~/models/errors';
import { eventNamesSchema } from '~/models/event.schema';
import { loginCallSchema, registerCallSchema } from '~/models/user.schema';
import { presentUser, presentVisitor } from '~/models/user.server';

export const session = [
  /** `/api/user`: the current user with an id; a visitor's is -1. */
  endpoint('/api/user', {
    GET: method({
      who: 'anyone',
      handler: ({ app, identity }) => {
        if (!identity) throw new DomainError('not_authenticated');
        const { user, event } = identity;
        return user ? presentUser(user, app.storage) : presentVisitor(event);
      },
    }),
  }),

  /** `/api/login`: by event and person; the model keeps the order of its refusals. */
  endpoint('/api/login', {
    POST: method({
      who: 'anyone',
      body: loginCallSchema,
      handler: async ({ args, app, body }) => {
        const { password, code, ...names } = body;
        const { user } = password
          ? await enter(args, 'password', { ...names, password }, code)
          : await enter(args, 'names', names, code);
        return presentUser(user, app.storage);
      },
    }),
  }),

  /** `/api/register`: joins an event named by its two names, and signs in. */
  endpoint('/api/register', {
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
  }),

  /** `/api/logout`. */
  endpoint('/api/logout', {
    POST: method({
      who: 'anyone',
      failed: 'logout_failed',
      handler: async ({ args }) => {
        await leaveEvent(args);
        return { success: true };
      },
    }),
  }),

  /** `/api/visitor-access`: the two names open an event for looking at. */
  endpoint('/api/visitor-access', {
    POST: method({
      who: 'anyone',
      body: eventNamesSchema,
      handler: async ({ args, body }) => {
        const { visitorOf } = await enter(args, 'visitor', body);
        return presentVisitor(visitorOf);
      },
    }),
  }),
];
