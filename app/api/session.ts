import { userShape } from '~/models/user/shape';
import { endpoint } from '~/http/api.server';
import { method } from '~/http/method.server';
import { enter } from '~/http/authenticator.server';
import { leaveEvent } from '~/http/session.server';
import { DomainError } from '~/models/errors';
import { eventNamesSchema } from '~/models/event/schema';
import { loginCallSchema, registerCallSchema } from '~/models/user/schema';
import { presentUser, presentVisitor } from '~/models/user/read.server';

/** What finding an event by its two names refuses. */
const VISIT = [
  'event_name_required',
  'organizer_name_required',
  'event_not_found',
  'incorrect_organizer_name',
  'code_only',
  'event_ended',
  'too_many_attempts',
] as const;
const SIGN_IN = [
  ...VISIT,
  'name_min',
  'email_invalid',
  'invalid_credentials',
  'password_required',
  'password_wrong',
  'second_factor_required',
  'second_factor_wrong',
  'sign_in_link_sent',
  'organizer_proof',
  'mail_failed',
] as const;
const JOIN = [
  ...VISIT,
  'all_fields_required',
  'event_ended_registration',
  'name_imitates',
  'kept_out',
  'user_exists',
  'event_full',
  'many_arriving',
  'login_after_registration_failed',
] as const;

export const session = [
  endpoint('/api/user', {
    GET: method({
      summary: 'The caller’s own record',
      details: 'A visitor has the id -1.',
      who: 'anyone',
      answer: userShape,
      refusals: ['not_authenticated'],
      handler: ({ app, identity }) => {
        if (!identity) throw new DomainError('not_authenticated');
        const { user, event } = identity;
        return user ? presentUser(user, app.storage) : presentVisitor(event);
      },
    }),
  }),

  endpoint('/api/login', {
    POST: method({
      summary: 'Signs in by event and person',
      details: 'Organizers give `password`, and `code` if they have a second factor.',
      who: 'anyone',
      body: loginCallSchema,
      answer: userShape,
      refusals: SIGN_IN,
      handler: async ({ args, app, body }) => {
        const { password, code, ...names } = body;
        const { user } = password
          ? await enter(args, 'password', { ...names, password }, code)
          : await enter(args, 'names', names, code);
        return presentUser(user, app.storage);
      },
    }),
  }),

  endpoint('/api/register', {
    POST: method({
      summary: 'Joins an event by its two names, and signs in',
      who: 'anyone',
      body: registerCallSchema,
      status: 201,
      failed: 'registration_failed',
      answer: userShape,
      refusals: JOIN,
      handler: async ({ args, app, body }) => {
        const { event, organizerName, name, email, username } = body;
        const given = { event, organizerName, name, email, username };
        const { user } = await enter(args, 'registration', given);
        return presentUser(user, app.storage);
      },
    }),
  }),

  endpoint('/api/logout', {
    POST: method({
      summary: 'Ends the session',
      who: 'anyone',
      failed: 'logout_failed',
      handler: async ({ args }) => {
        await leaveEvent(args);
      },
    }),
  }),

  endpoint('/api/visitor-access', {
    POST: method({
      summary: 'Opens an event by its two names for a visitor',
      who: 'anyone',
      body: eventNamesSchema,
      answer: userShape,
      refusals: VISIT,
      handler: async ({ args, body }) => {
        const { visitorOf } = await enter(args, 'visitor', body);
        return presentVisitor(visitorOf);
      },
    }),
  }),
];
