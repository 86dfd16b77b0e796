import { z } from 'zod';
import { count, instant } from '../fields.shape';
import { WALL_PROGRAMMES } from './rules';

/** What an event's screens show. */
export const wallShape = z
  .object({
    programme: z.enum(WALL_PROGRAMMES),
    paused: z.boolean(),
    next: count.describe('How often the next photo was asked for.'),
    pace: count.describe('Seconds that a photo is shown.'),
    delay: count
      .nullable()
      .describe('Seconds before a new photo is shown; null for never by itself.'),
  })
  .meta({ id: 'Wall' });

/** A code for one more screen, and where it is typed. */
export const wallCodeShape = z.object({ code: z.string(), expiresAt: instant, url: z.url() });
