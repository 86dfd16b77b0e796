import { z } from 'zod';
import { eventShape, newEventShape, doorShape, revealShape } from '~/models/event/shape';
import { memberShape } from '~/models/user/shape';
import { endpoint, assertSameEvent } from '~/http/api.server';
import { imageForm, method } from '~/http/method.server';
import { enter } from '~/http/authenticator.server';
import { recordSecurity } from '~/http/security-log.server';
import { receiveUpload } from '~/http/uploads.server';
import { translator } from '~/i18n/i18n.server';
import { renewCode } from '~/models/event/door.server';
import { revealResult } from '~/models/event/reveal.server';
import { readReveal } from '~/models/event/reveal-show.server';
import { setEventImage } from '~/models/event/image.server';
import {
  setEventSettings,
  setMaxUsers,
  setEndDate,
  setVotingEnabled,
  setEventTexts,
  setMaxPhotos,
} from '~/models/event/write.server';
import {
  createEventCallSchema,
  eventSettingsSchema,
  revealSchema,
  maxUsersSchema,
  doorSchema,
  endDateSchema,
  votingSchema,
  descriptionSchema,
  maxPhotosSchema,
} from '~/models/event/schema';
import { closeVoting } from '~/models/photo/result.server';
import { presentEventOf, presentEvent } from '~/models/event/read.server';
import { parseValues } from '~/models/fields.schema';
import { listEventMembers } from '~/models/user/members.server';
import { eventUrl } from '~/routes/organizer/load-invitation.server';
import { imageFields } from '~/models/photo/upload.schema';
import { presentUser, isMemberSeen, presentMember } from '~/models/user/read.server';

/** What creating an event refuses. */
const CREATE = [
  'event_exists',
  'end_before_start',
  'password_common',
  'password_names',
  'party_date_outside',
  'free_days_max',
  'too_many_attempts',
  'cannot_create_event',
  'login_after_creation_failed',
] as const;

export const events = [
  endpoint('/api/create-event', {
    POST: method({
      summary: 'Creates an event and signs its organizer in',
      details: 'What is left out gets a default.',
      who: 'anyone',
      body: ({ timeZone, today }) => createEventCallSchema(timeZone, today),
      status: 201,
      failed: 'event_creation_failed',
      answer: newEventShape,
      refusals: CREATE,
      handler: async ({ args, app, body }) => {
        const t = await translator(args.request);
        const { description = t('create:default_description') } = body;
        const { event, user } = await enter(args, 'creation', { ...body, description });
        return {
          event: presentEventOf(user, event, app.storage),
          user: presentUser(user, app.storage),
        };
      },
    }),
  }),

  endpoint('/api/events/:eventId', {
    GET: method({
      summary: 'Reads an event',
      who: 'visit',
      params: ['eventId'],
      answer: eventShape,
      handler: ({ app, identity, params }) => {
        assertSameEvent(identity, params.eventId);
        return presentEvent(app, identity.event);
      },
    }),
    PATCH: method({
      summary: 'Changes settings and texts of an event',
      details: 'Any of them, at least one.',
      who: 'organizer',
      params: ['eventId'],
      body: ({ timeZone }) => eventSettingsSchema(timeZone),
      answer: eventShape,
      refusals: [
        'event_not_found',
        'party_date_outside',
        'late_day_outside',
        'voting_time_outside',
        'voting_closes_first',
      ],
      handler: async ({ app, identity: { actor }, params: { eventId }, body }) => {
        const timeZone = app.env.EVENT_TIME_ZONE;
        const { votingOpensAt, votingClosesAt, ...others } = body;
        const settings = { ...others, votingTimes: { votingOpensAt, votingClosesAt, timeZone } };
        const event = await setEventSettings(app.db, { actor, eventId, settings });
        return presentEvent(app, event);
      },
    }),
  }),

  endpoint('/api/events/:eventId/users', {
    GET: method({
      summary: 'Lists the members, without e-mail addresses',
      who: 'visit',
      params: ['eventId'],
      answer: z.array(memberShape),
      handler: async ({ app, identity, params: { eventId } }) => {
        assertSameEvent(identity, eventId);
        const members = await listEventMembers(app.db, { eventId });
        return members
          .filter((member) => isMemberSeen(member, identity.actor))
          .map((member) => presentMember(member, app.storage));
      },
    }),
  }),

  endpoint('/api/events/:eventId/max-users', {
    PATCH: method({
      summary: 'Sets the number of places',
      who: 'administrator',
      params: ['eventId'],
      body: maxUsersSchema,
      answer: eventShape,
      refusals: ['event_not_found'],
      handler: async ({ app, identity: { actor }, params: { eventId }, body }) => {
        const event = await setMaxUsers(app.db, { ...body, actor, eventId });
        return presentEvent(app, event);
      },
    }),
  }),

  endpoint('/api/events/:eventId/reveal', {
    GET: method({
      summary: 'What is revealed of the result by now',
      who: 'visit',
      params: ['eventId'],
      answer: revealShape,
      refusals: ['reveal_none'],
      handler: ({ app, identity, params: { eventId } }) => {
        assertSameEvent(identity, eventId);
        return readReveal(app, { ...identity, now: app.now() });
      },
    }),
    POST: method({
      summary: 'Reveals the result, now or at a set time',
      details: '`at` is an instant, null to take a set time back, or left out for now.',
      who: 'organizer',
      params: ['eventId'],
      body: revealSchema,
      answer: eventShape,
      refusals: ['event_not_found', 'send_at_past', 'voting_still_open', 'duel_reveal'],
      handler: async ({ app, identity: { actor }, params: { eventId }, body: { at } }) => {
        const event = await revealResult(app.db, { actor, eventId, at, now: app.now() });
        return presentEvent(app, event);
      },
    }),
  }),

  endpoint('/api/events/:eventId/dates', {
    PATCH: method({
      summary: 'Moves the last day',
      details: 'The first day never changes.',
      who: 'administrator',
      params: ['eventId'],
      body: ({ timeZone }) => endDateSchema(timeZone),
      answer: eventShape,
      refusals: ['event_not_found', 'day_past', 'end_before_start', 'event_over', 'plan_days_max'],
      handler: async ({ app, identity: { actor }, params: { eventId }, body: { endDate } }) => {
        const event = await setEndDate(app.db, { actor, eventId, endDate, today: app.today() });
        return presentEvent(app, event);
      },
    }),
  }),

  endpoint('/api/events/:eventId/voting-status', {
    PATCH: method({
      summary: 'Switches voting on or off',
      who: 'organizer',
      params: ['eventId'],
      body: votingSchema,
      answer: eventShape,
      refusals: ['event_not_found'],
      handler: async ({ app, identity: { actor }, params: { eventId }, body }) => {
        const event = await setVotingEnabled(app.db, { ...body, actor, eventId });
        return presentEvent(app, event);
      },
    }),
  }),

  endpoint('/api/events/:eventId/close-voting', {
    POST: method({
      summary: 'Counts the votes now',
      who: 'organizer',
      params: ['eventId'],
      answer: eventShape,
      refusals: ['event_not_found'],
      handler: async ({ app, identity: { actor }, params: { eventId } }) =>
        presentEvent(app, await closeVoting(app.db, { actor, eventId })),
    }),
  }),

  endpoint('/api/events/:eventId/description', {
    PATCH: method({
      summary: 'Changes the description',
      who: 'organizer',
      params: ['eventId'],
      body: descriptionSchema,
      answer: eventShape,
      refusals: ['event_not_found'],
      handler: async ({ app, identity: { actor }, params: { eventId }, body }) => {
        const event = await setEventTexts(app.db, { actor, eventId, texts: body });
        return presentEvent(app, event);
      },
    }),
  }),

  endpoint('/api/events/:eventId/max-photos', {
    PATCH: method({
      summary: 'Sets how many photos each participant may add',
      who: 'organizer',
      params: ['eventId'],
      body: maxPhotosSchema,
      answer: eventShape,
      refusals: ['event_not_found'],
      handler: async ({ app, identity: { actor }, params: { eventId }, body }) => {
        const event = await setMaxPhotos(app.db, { ...body, actor, eventId });
        return presentEvent(app, event);
      },
    }),
  }),

  endpoint('/api/events/:eventId/image', {
    POST: method({
      summary: 'Sets the event’s image',
      who: 'organizer',
      params: ['eventId'],
      failed: 'event_image_failed',
      reads: imageForm(imageFields),
      answer: eventShape,
      refusals: ['event_not_found'],
      handler: async ({ args, app, identity, params: { eventId } }) => {
        assertSameEvent(identity, eventId);
        await using upload = await receiveUpload(args, { sender: identity.user.id });
        const { uploadId } = parseValues(imageFields, upload.fields);
        const image = { actor: identity.actor, eventId, file: upload.file, uploadId };
        return presentEvent(app, await setEventImage(app, image));
      },
    }),
  }),

  endpoint('/api/events/:eventId/renew-code', {
    POST: method({
      summary: 'Gives the event a new door and closes all former ways in',
      who: 'organizer',
      params: ['eventId'],
      body: doorSchema,
      answer: doorShape,
      refusals: ['event_not_found', 'demo_door_stays'],
      handler: async ({ args, app, params: { eventId }, identity, body: { door } }) => {
        const { actor, user } = identity;
        const event = await renewCode(app.db, { actor, eventId, door });
        await recordSecurity(args, 'code_renewed', { userId: user.id, eventId });
        return { door, url: eventUrl(args, { event, organizerLanguage: user.language }) };
      },
    }),
  }),
];
