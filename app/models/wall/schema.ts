import { z } from 'zod';
import { anyText, onOrOff, wholeNumber } from '../fields.schema';
import { WALL_DELAYS, WALL_PACES, WALL_PROGRAMMES } from './rules';

const oneOf = (values: readonly number[]) =>
  wholeNumberFrom0.refine((value) => values.includes(value), 'invalid_request');

/** A whole number from 0, as JSON or as digits from a form. */
const wholeNumberFrom0 = z.union(
  [z.number(), z.string().trim().regex(/^\d+$/, 'invalid_request').transform(Number)],
  { error: 'invalid_request' },
);

const photoId = wholeNumber('invalid_request').optional();

/** What an organizer changes on the wall. In a form, the delay `none` stands for null. */
export const wallSchema = z
  .object({
    programme: z.enum(WALL_PROGRAMMES, { error: 'invalid_request' }).optional(),
    paused: onOrOff.optional(),
    /** Shows the next photo. */
    next: onOrOff.optional(),
    pace: oneOf(WALL_PACES).optional(),
    delay: z.preprocess(
      (value) => (value === 'none' ? null : value),
      oneOf(WALL_DELAYS).nullable().optional(),
    ),
    /** Takes a photo off the wall; takes that back; lets one through. */
    skip: photoId,
    unskip: photoId,
    letThrough: photoId,
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), 'no_setting');

export type WallChange = z.infer<typeof wallSchema>;

/** The form of `/wall`. The model says what a wrong code is. */
export const wallCodeSchema = z.object({ code: anyText });
