import { z } from 'zod';
import { coOrganizerShape, coOrganizerLinkShape } from '~/models/event/shape';
import { endpoint } from '~/http/api.server';
import { method } from '~/http/method.server';
import { originOf } from '~/http/origin.server';
import {
  createCoOrganizerLink,
  endCoOrganizer,
  listCoOrganizers,
} from '~/models/event/co-organizers.server';
import { paths } from '~/paths';

export const coOrganizers = [
  endpoint('/api/events/:eventId/co-organizers', {
    GET: method({
      summary: 'Lists the co-organizers',
      who: 'organizer',
      params: ['eventId'],
      answer: z.array(coOrganizerShape),
      handler: ({ app, identity: { actor }, params: { eventId } }) =>
        listCoOrganizers(app.db, { actor, eventId }),
    }),
    POST: method({
      summary: 'Creates a link for a new co-organizer',
      details: 'By the organizer alone.',
      who: 'organizer',
      params: ['eventId'],
      status: 201,
      answer: coOrganizerLinkShape,
      refusals: ['event_not_found', 'co_organizers_full'],
      handler: async ({ args, app, identity: { actor }, params: { eventId } }) => {
        const asked = { actor, eventId, now: app.now() };
        const { token, expiresAt } = await createCoOrganizerLink(app.db, asked);
        return { url: originOf(args) + paths.organize(token), expiresAt };
      },
    }),
  }),

  endpoint('/api/events/:eventId/co-organizers/:userId', {
    DELETE: method({
      summary: 'Makes a co-organizer a participant',
      details: 'By the organizer alone.',
      who: 'organizer',
      params: ['eventId', 'userId'],
      refusals: ['user_not_found', 'event_not_found'],
      handler: async ({ app, identity: { actor }, params: { eventId, userId } }) => {
        await endCoOrganizer(app.db, { actor, eventId, userId });
      },
    }),
  }),
];
