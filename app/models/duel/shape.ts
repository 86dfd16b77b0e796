import { z } from 'zod';
import { id, instant } from '../fields.shape';

/** A duel that was called. */
export const duelShape = z
  .object({ id, photoIds: z.array(id), startedAt: instant, endsAt: instant })
  .meta({ id: 'Duel' });

/** A tap in a duel. */
export const duelVoteShape = z.object({ duelId: id, photoId: id });
