import { duelShape, duelVoteShape } from '~/models/duel/shape';
import { endpoint } from '~/http/api.server';
import { method } from '~/http/method.server';
import { duelSchema, duelVoteSchema } from '~/models/duel/schema';
import { callDuel, voteInDuel } from '~/models/duel/write.server';

export const duels = [
  endpoint('/api/events/:eventId/duel', {
    POST: method({
      summary: 'Calls a duel for the first place',
      who: 'organizer',
      params: ['eventId'],
      body: duelSchema,
      status: 201,
      answer: duelShape,
      refusals: ['event_not_found', 'result_none', 'duel_called', 'duel_reveal'],
      handler: async ({ app, identity: { actor }, params: { eventId }, body }) => {
        const { photoIds, seconds } = body;
        const asked = { actor, eventId, photoIds, seconds, now: app.now };
        const { id, startedAt, endsAt } = await callDuel(app.db, asked);
        return { id, photoIds, startedAt, endsAt };
      },
    }),
  }),

  endpoint('/api/duels/:duelId/vote', {
    POST: method({
      summary: 'Taps a photo in a duel',
      who: 'member',
      params: ['duelId'],
      body: duelVoteSchema,
      keepsCaches: true,
      answer: duelVoteShape,
      refusals: ['access_denied', 'duel_not_found', 'duel_over', 'duel_own', 'photo_not_found'],
      handler: async ({ app, identity: { actor }, params: { duelId }, body: { photoId } }) => {
        await voteInDuel(app.db, { actor, duelId, photoId, now: app.now });
        return { duelId, photoId };
      },
    }),
  }),
];
