import { z } from 'zod';
import { PUSH_TOPICS } from './rules';

/** What a device is notified of. */
export const pushShape = z.object({ topics: z.array(z.enum(PUSH_TOPICS)) });
