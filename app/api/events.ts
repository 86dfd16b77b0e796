import { assertAdmin } from '~/http/admin.server';
import { endpoint, method, assertSameEvent } from '~/http/api.server';
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
  createEventPayload,
  eventSettingsPayload,
  eventSettingsSchema,
  revealSchema,
  maxUsersSchema,
  datesPayload,
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
import { uploadIdField } from '~/models/photo/upload.schema';
import { presentUser, isMemberSeen, presentMember } from '~/models/user/read.server';

export const events = [
  /** `/api/create-event`: creates an event and signs its organizer in. */
  endpoint('/api/create-event', {
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
  }),

  /** `/api/events/{eventId}`: reads an event; its organizer may change it. */
  endpoint('/api/events/:eventId', {
    GET: method({
      who: 'visit',
      params: ['eventId'],
      handler: ({ app, identity, params }) => {
        assertSameEvent(identity, params.eventId);
        return presentEvent(app, identity.event);
      },
    }),
    PATCH: method({
      who: 'organizer',
      params: ['eventId'],
      body: eventSettingsPayload,
      handler: async ({ app, identity: { actor }, params: { eventId }, body }) => {
        const timeZone = app.env.EVENT_TIME_ZONE;
        const { votingOpensAt, votingClosesAt, ...others } = parseValues(
          eventSettingsSchema(timeZone),
          body,
        );
        const settings = { ...others, votingTimes: { votingOpensAt, votingClosesAt, timeZone } };
        const event = await setEventSettings(app.db, { actor, eventId, settings });
        return presentEvent(app, event);
      },
    }),
  }),

  /** `/api/events/{eventId}/users`: the members, without e-mail addresses. */
  endpoint('/api/events/:eventId/users', {
    GET: method({
      who: 'visit',
      params: ['eventId'],
      handler: async ({ app, identity, params: { eventId } }) => {
        assertSameEvent(identity, eventId);
        const members = await listEventMembers(app.db, { eventId });
        return members
          .filter((member) => isMemberSeen(member, identity.actor))
          .map((member) => presentMember(member, app.storage));
      },
    }),
  }),

  /**
   * `/api/events/{eventId}/max-users`: sets the number of places, by the administrator after a fresh check.
   */
  endpoint('/api/events/:eventId/max-users', {
    PATCH: method({
      who: 'member',
      params: ['eventId'],
      body: maxUsersSchema,
      handler: async ({ args, app, identity, params: { eventId }, body }) => {
        const actor = await assertAdmin(args, identity);
        const event = await setMaxUsers(app.db, { ...body, actor, eventId });
        return presentEvent(app, event);
      },
    }),
  }),

  /** `/api/events/{eventId}/reveal`: what is revealed by now; the organizer begins it, now or at a set time. */
  endpoint('/api/events/:eventId/reveal', {
    GET: method({
      who: 'visit',
      params: ['eventId'],
      handler: ({ app, identity, params: { eventId } }) => {
        assertSameEvent(identity, eventId);
        return readReveal(app, { ...identity, now: app.now() });
      },
    }),
    POST: method({
      who: 'organizer',
      params: ['eventId'],
      body: revealSchema,
      handler: async ({ app, identity: { actor }, params: { eventId }, body: { at } }) => {
        const event = await revealResult(app.db, { actor, eventId, at, now: app.now() });
        return presentEvent(app, event);
      },
    }),
  }),

  /**
   * `/api/events/{eventId}/dates`: moves the last day, by the administrator after a fresh check. The first
   * day never changes.
   */
  endpoint('/api/events/:eventId/dates', {
    PATCH: method({
      who: 'member',
      params: ['eventId'],
      body: datesPayload,
      handler: async ({ args, app, identity, params: { eventId }, body }) => {
        const actor = await assertAdmin(args, identity);
        const { endDate } = parseValues(endDateSchema(app.env.EVENT_TIME_ZONE), body);
        const event = await setEndDate(app.db, { actor, eventId, endDate, today: app.today() });
        return presentEvent(app, event);
      },
    }),
  }),

  /** `/api/events/{eventId}/voting-status`: turns voting on or off, by the organizer. */
  endpoint('/api/events/:eventId/voting-status', {
    PATCH: method({
      who: 'organizer',
      params: ['eventId'],
      body: votingSchema,
      handler: async ({ app, identity: { actor }, params: { eventId }, body }) => {
        const event = await setVotingEnabled(app.db, { ...body, actor, eventId });
        return presentEvent(app, event);
      },
    }),
  }),

  /** `/api/events/{eventId}/close-voting`: counts the votes now, by the organizer. */
  endpoint('/api/events/:eventId/close-voting', {
    POST: method({
      who: 'organizer',
      params: ['eventId'],
      handler: async ({ app, identity: { actor }, params: { eventId } }) =>
        presentEvent(app, await closeVoting(app.db, { actor, eventId })),
    }),
  }),

  /** `/api/events/{eventId}/description`: changes the description, by the organizer. */
  endpoint('/api/events/:eventId/description', {
    PATCH: method({
      who: 'organizer',
      params: ['eventId'],
      body: descriptionSchema,
      handler: async ({ app, identity: { actor }, params: { eventId }, body }) => {
        const event = await setEventTexts(app.db, { actor, eventId, texts: body });
        return presentEvent(app, event);
      },
    }),
  }),

  /** `/api/events/{eventId}/max-photos`: sets the number of slots, by the organizer. */
  endpoint('/api/events/:eventId/max-photos', {
    PATCH: method({
      who: 'organizer',
      params: ['eventId'],
      body: maxPhotosSchema,
      handler: async ({ app, identity: { actor }, params: { eventId }, body }) => {
        const event = await setMaxPhotos(app.db, { ...body, actor, eventId });
        return presentEvent(app, event);
      },
    }),
  }),

  /** `/api/events/{eventId}/image`: multipart `image`, by the organizer. */
  endpoint('/api/events/:eventId/image', {
    POST: method({
      who: 'organizer',
      params: ['eventId'],
      failed: 'event_image_failed',
      handler: async ({ args, app, identity, params: { eventId } }) => {
        assertSameEvent(identity, eventId);
        await using upload = await receiveUpload(args, { sender: identity.user.id });
        const uploadId = parseValues(uploadIdField, upload.fields.uploadId);
        const image = { actor: identity.actor, eventId, file: upload.file, uploadId };
        return presentEvent(app, await setEventImage(app, image));
      },
    }),
  }),

  /** `/api/events/{eventId}/renew-code`: gives the event a new code and invalidates all old ways in. */
  endpoint('/api/events/:eventId/renew-code', {
    POST: method({
      who: 'organizer',
      params: ['eventId'],
      body: doorSchema,
      handler: async ({ args, app, params: { eventId }, identity, body: { door } }) => {
        const { actor, user } = identity;
        const event = await renewCode(app.db, { actor, eventId, door });
        await recordSecurity(args, 'code_renewed', { userId: user.id, eventId });
        return { door, url: eventUrl(args, { event, organizerLanguage: user.language }) };
      },
    }),
  }),
];
