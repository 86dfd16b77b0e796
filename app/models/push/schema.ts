import { z } from 'zod';
import type { ErrorCode } from '../errors';
import { PUSH_TOPICS } from './rules';

const WRONG = 'invalid_request' satisfies ErrorCode;

/** Longer than any that a browser makes; what they must be is checked with them. */
const part = (max: number) => z.string({ error: WRONG }).max(max, WRONG);

/** What a browser says about its subscription (`PushSubscription.toJSON`), and what it wants to be notified of. */
export const pushSchema = z.object({
  subscription: z.object(
    {
      endpoint: part(1000),
      keys: z.object({ p256dh: part(100), auth: part(40) }, { error: WRONG }),
    },
    { error: WRONG },
  ),
  topics: z
    .array(z.enum(PUSH_TOPICS, { error: WRONG }), { error: WRONG })
    .min(1, WRONG)
    .max(PUSH_TOPICS.length, WRONG)
    .optional()
    .describe('Without it, those of this session’s subscription before.'),
});
