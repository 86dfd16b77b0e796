import { endpoint } from '~/http/api.server';
import { method } from '~/http/method.server';
import { byAddress } from '~/http/throttle-places.server';
import { withLimit } from '~/http/throttle.server';
import { pushSchema } from '~/models/push/schema';
import { pushShape } from '~/models/push/shape';
import { subscribeToPush, unsubscribeFromPush } from '~/models/push/write.server';

export const push = [
  endpoint('/api/push', {
    POST: method({
      summary: 'Sets what this device is notified of',
      details:
        'The subscription is what the browser’s `PushManager` gave for this session; it ends with the session. ' +
        'A person’s sixth device ends the one that has had notifications longest. Without `topics` it takes the place ' +
        'of this session’s subscription, and gets what that was for.',
      who: 'member',
      onceEnded: 'reading',
      body: pushSchema,
      answer: pushShape,
      refusals: ['too_many_attempts'],
      handler: async ({ args, app, identity: { actor, session }, body }) => {
        const { endpoint: address, keys } = body.subscription;
        const target = { endpoint: address, ...keys };
        const { topics } = body;
        const wish = { actor, sessionId: session.id, now: app.now(), target, topics };
        const set = () => subscribeToPush(app, wish);
        return { topics: await withLimit(args, byAddress(args, 'push'), set) };
      },
    }),
    DELETE: method({
      summary: 'Ends the notifications of this device',
      details: 'Also the answer of who does not want any, so that they are not asked again.',
      who: 'member',
      onceEnded: 'reading',
      refusals: ['too_many_attempts'],
      handler: async ({ args, app, identity: { actor, session } }) => {
        const wish = { actor, sessionId: session.id, now: app.now() };
        const end = () => unsubscribeFromPush(app.db, wish);
        await withLimit(args, byAddress(args, 'push'), end);
      },
    }),
  }),
];
