import { wallShape, wallCodeShape } from '~/models/wall/shape';
import { endpoint } from '~/http/api.server';
import { method } from '~/http/method.server';
import { originOf } from '~/http/origin.server';
import { wallSchema } from '~/models/wall/schema';
import { createWallCode, renewWall } from '~/models/wall/screens.server';
import type { WallSettings } from '~/models/wall/read.server';
import { changeWall } from '~/models/wall/write.server';
import { wallPaths } from '~/wall-paths';

function presentWall({ programme, isPaused, nextCount, pace, delay }: WallSettings) {
  return { programme, paused: isPaused, next: nextCount, pace, delay };
}

export const wall = [
  endpoint('/api/events/:eventId/wall', {
    POST: method({
      summary: 'Changes what the screens show',
      details: 'At least one field.',
      who: 'organizer',
      params: ['eventId'],
      body: wallSchema,
      keepsCaches: true,
      answer: wallShape,
      refusals: ['event_not_found', 'photo_not_found'],
      handler: async ({ app, identity: { actor }, params: { eventId }, body: change }) => {
        const asked = { actor, eventId, change, now: app.now() };
        const settings = await changeWall(app.db, asked);
        app.walls.forget(eventId);
        return presentWall(settings);
      },
    }),
  }),

  endpoint('/api/events/:eventId/wall/code', {
    POST: method({
      summary: 'Creates a code for one more screen',
      who: 'organizer',
      params: ['eventId'],
      status: 201,
      keepsCaches: true,
      answer: wallCodeShape,
      refusals: ['event_not_found'],
      handler: async ({ args, app, identity: { actor }, params: { eventId } }) => {
        const code = await createWallCode(app, { actor, eventId, now: app.now() });
        return { ...code, url: originOf(args) + wallPaths.enter() };
      },
    }),
  }),

  endpoint('/api/events/:eventId/wall/renew', {
    POST: method({
      summary: 'Ends all screens',
      who: 'organizer',
      params: ['eventId'],
      keepsCaches: true,
      refusals: ['event_not_found'],
      handler: async ({ app, identity: { actor }, params: { eventId } }) => {
        await renewWall(app.db, { actor, eventId });
      },
    }),
  }),
];
