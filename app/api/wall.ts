import { endpoint, method } from '~/http/api.server';
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
  /** `/api/events/{eventId}/wall`: changes what the screens show, by an organizer. */
  endpoint('/api/events/:eventId/wall', {
    POST: method({
      who: 'organizer',
      params: ['eventId'],
      body: wallSchema,
      keepsCaches: true,
      handler: async ({ app, identity: { actor }, params: { eventId }, body: change }) => {
        const asked = { actor, eventId, change, now: app.now() };
        const settings = await changeWall(app.db, asked);
        app.walls.forget(eventId);
        return presentWall(settings);
      },
    }),
  }),

  /** `/api/events/{eventId}/wall/code`: creates a code for one more screen. */
  endpoint('/api/events/:eventId/wall/code', {
    POST: method({
      who: 'organizer',
      params: ['eventId'],
      status: 201,
      keepsCaches: true,
      handler: async ({ args, app, identity: { actor }, params: { eventId } }) => {
        const code = await createWallCode(app, { actor, eventId, now: app.now() });
        return { ...code, url: originOf(args) + wallPaths.enter() };
      },
    }),
  }),

  /** `/api/events/{eventId}/wall/renew`: ends all screens. */
  endpoint('/api/events/:eventId/wall/renew', {
    POST: method({
      who: 'organizer',
      params: ['eventId'],
      keepsCaches: true,
      handler: async ({ app, identity: { actor }, params: { eventId } }) => {
        await renewWall(app.db, { actor, eventId });
        return { success: true };
      },
    }),
  }),
];
