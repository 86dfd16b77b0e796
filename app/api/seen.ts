import { endpoint, method } from '~/http/api.server';
import { withLimit } from '~/http/throttle.server';
import { seenSchema } from '~/models/photo/schema';
import { markSeen } from '~/models/photo/seen.server';

export const seen = [
  /** `/api/seen`: notes the photos that the user has seen. A visitor's are not kept. */
  endpoint('/api/seen', {
    POST: method({
      who: 'visit',
      body: seenSchema,
      keepsCaches: true,
      handler: async ({ args, app, identity: { actor, user }, body: { ids } }) => {
        if (!user) return { seen: 0 };
        const mark = () => markSeen(app.db, { actor, ids, now: app.now() });
        return { seen: await withLimit(args, ['seen', String(user.id)], mark) };
      },
    }),
  }),
];
