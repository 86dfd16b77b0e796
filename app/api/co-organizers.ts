import { endpoint, method } from '~/http/api.server';
import { originOf } from '~/http/origin.server';
import {
  createCoOrganizerLink,
  endCoOrganizer,
  listCoOrganizers,
} from '~/models/event/co-organizers.server';
import { paths } from '~/paths';

export const coOrganizers = [
  /**
   * `/api/events/{eventId}/co-organizers`: GET lists the co-organizers, for all organizers; POST creates a
   * link for a new one, for the organizer alone.
   */
  endpoint('/api/events/:eventId/co-organizers', {
    GET: method({
      who: 'organizer',
      params: ['eventId'],
      handler: ({ app, identity: { actor }, params: { eventId } }) =>
        listCoOrganizers(app.db, { actor, eventId }),
    }),
    POST: method({
      who: 'organizer',
      params: ['eventId'],
      status: 201,
      handler: async ({ args, app, identity: { actor }, params: { eventId } }) => {
        const asked = { actor, eventId, now: app.now() };
        const { token, expiresAt } = await createCoOrganizerLink(app.db, asked);
        return { url: originOf(args) + paths.organize(token), expiresAt };
      },
    }),
  }),

  /** `/api/events/{eventId}/co-organizers/{userId}`: makes a co-organizer a participant, by the organizer. */
  endpoint('/api/events/:eventId/co-organizers/:userId', {
    DELETE: method({
      who: 'organizer',
      params: ['eventId', 'userId'],
      handler: async ({ app, identity: { actor }, params: { eventId, userId } }) => {
        await endCoOrganizer(app.db, { actor, eventId, userId });
        return { success: true };
      },
    }),
  }),
];
