import { z } from 'zod';
import { onOrOff, wholeNumber } from '../fields.schema';
import { cleanMission, MISSION_SETS, missionLettersLeft } from './rules';

/** An own mission's text (rule `missions.own`). */
const missionText = z
  .string({ error: 'invalid_request' })
  .refine((text) => missionLettersLeft(text) >= 0, 'text_max')
  .transform((text, context) => {
    const clean = cleanMission(text);
    if (clean !== null) return clean;
    context.addIssue({ code: 'custom', message: 'invalid_request' });
    return z.NEVER;
  });

const missionSet = z.enum(MISSION_SETS, { error: 'invalid_request' });

/** `POST /api/events/{id}/missions`: either an own mission or a whole set. */
export const newMissionSchema = z
  .object({ text: missionText.optional(), set: missionSet.optional() })
  .refine(({ text, set }) => (text === undefined) !== (set === undefined), {
    error: 'invalid_request',
    path: ['text'],
  });

/** `POST /api/events/{id}/flash`: either one of the event's missions or an own text. */
export const flashSchema = z
  .object({ missionId: wholeNumber('invalid_request').optional(), text: missionText.optional() })
  .transform(({ missionId, text }, context) => {
    if (text !== undefined && missionId === undefined) return { text };
    if (missionId !== undefined && text === undefined) return { missionId };
    context.addIssue({ code: 'custom', message: 'invalid_request', path: ['text'] });
    return z.NEVER;
  });

/** `PATCH /api/missions/{id}`. A text makes a mission of a set an own one. */
export const missionChangeSchema = z
  .object({
    text: missionText.optional(),
    enabled: onOrOff.optional(),
    position: wholeNumber('invalid_request').optional(),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), 'no_setting');

/** The form that adds an own mission. */
export const ownMissionSchema = z.object({ text: missionText });

/** The form that switches a ready set. */
export const setSwitchSchema = z.object({ set: missionSet, on: onOrOff });
