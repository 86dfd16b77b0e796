import { endpoint, method } from '~/http/api.server';
import { enter } from '~/http/authenticator.server';
import { leaveEvent } from '~/http/session.server';
import { DomainError } from '~/models/errors';
import { eventNamesSchema } from '~/models/event/schema';
import { loginCallSchema, registerCallSchema } from '~/models/user/schema';
import { presentUser, presentVisitor } from '~/models/user/read.server';

export const session = [
  /** `/api/user`: the current user; a visitor has id -1. */
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

  /** `/api/login`: signs in by event and person. The model decides the order of the errors. */
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

  /** `/api/register`: joins an event by its two names, and signs in. */
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

  /** `/api/logout`: ends the session. */
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

  /** `/api/visitor-access`: opens an event by its two names for a visitor. */
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
