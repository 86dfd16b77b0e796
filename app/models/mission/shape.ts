import { z } from 'zod';
import { count, id, instant, instantText } from '../fields.shape';
import { MISSION_SETS } from './rules';

/** A mission of an event. */
export const missionShape = z
  .object({
    id,
    text: z.string().describe('A set’s mission in the reader’s language.'),
    set: z.enum(MISSION_SETS).nullable().describe('The set it comes from; null for an own one.'),
    enabled: z.boolean().describe('Whether new cards may have it.'),
    position: id.describe('Its place among the event’s missions, from 1.'),
  })
  .meta({ id: 'Mission' });
export type PublicMission = z.infer<typeof missionShape>;

/** A flash mission that was sent. */
export const flashShape = z
  .object({
    missionId: id,
    text: z.string().describe('A set’s mission in the reader’s language.'),
    startedAt: instant,
    endsAt: instant,
  })
  .meta({ id: 'Flash' });
/** A mission with its winners. */
export const wonMissionShape = missionShape
  .extend({
    winnerIds: z
      .array(id)
      .nullable()
      .describe('The photos that won it, from ten photos on; null while the standings are hidden.'),
  })
  .meta({ id: 'WonMission' });

/** A member's own cards. */
export const handShape = z
  .object({
    cards: z.array(
      z.object({
        missionId: id.nullable().describe('Null once the mission was removed.'),
        text: z.string().nullable(),
        doneAt: instantText.nullable().describe('When its photo was sent; null for the open card.'),
      }),
    ),
    canSwap: z.boolean(),
    left: count.describe('How many cards are still to come.'),
  })
  .meta({ id: 'Hand' });
