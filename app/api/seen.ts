import { seenShape } from '~/models/photo/shape';
import { endpoint } from '~/http/api.server';
import { method } from '~/http/method.server';
import { withLimit } from '~/http/throttle.server';
import { seenSchema } from '~/models/photo/schema';
import { markSeen } from '~/models/photo/seen.server';

export const seen = [
  endpoint('/api/seen', {
    POST: method({
      summary: 'Notes photos that the caller has seen',
      details: 'A visitor’s are not kept.',
      who: 'visit',
      body: seenSchema,
      keepsCaches: true,
      answer: seenShape,
      refusals: ['too_many_attempts'],
      handler: async ({ args, app, identity: { actor, user }, body: { ids } }) => {
        if (!user) return { seen: 0 };
        const mark = () => markSeen(app.db, { actor, ids, now: app.now() });
        return { seen: await withLimit(args, ['seen', String(user.id)], mark) };
      },
    }),
  }),
];
