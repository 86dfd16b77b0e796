import { endpoint, method } from '~/http/api.server';
import { duelSchema, duelVoteSchema } from '~/models/duel/schema';
import { callDuel, voteInDuel } from '~/models/duel/write.server';

export const duels = [
  /** `/api/events/{eventId}/duel`: calls a duel for the first place, by an organizer. */
  endpoint('/api/events/:eventId/duel', {
    POST: method({
      who: 'organizer',
      params: ['eventId'],
      body: duelSchema,
      status: 201,
      handler: async ({ app, identity: { actor }, params: { eventId }, body }) => {
        const { photoIds, seconds } = body;
        const asked = { actor, eventId, photoIds, seconds, now: app.now };
        const { id, startedAt, endsAt } = await callDuel(app.db, asked);
        return { id, photoIds, startedAt, endsAt };
      },
    }),
  }),

  /** `/api/duels/{duelId}/vote`: a member's tap in a duel. */
  endpoint('/api/duels/:duelId/vote', {
    POST: method({
      who: 'member',
      params: ['duelId'],
      body: duelVoteSchema,
      keepsCaches: true,
      handler: async ({ app, identity: { actor }, params: { duelId }, body: { photoId } }) => {
        await voteInDuel(app.db, { actor, duelId, photoId, now: app.now });
        return { duelId, photoId };
      },
    }),
  }),
];
