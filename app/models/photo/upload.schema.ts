import { z } from 'zod';
import { wholeNumber } from '../fields.schema';

/** The id that a device gives an upload: 128 bits, as 32 hexadecimal digits (rule `uploads.once`). */
export const uploadIdField = z
  .string({ error: 'invalid_request' })
  .regex(/^[\da-f]{32}$/, { error: 'invalid_request' })
  .optional();

/**
 * The fields that a script sends with its image: the upload's id, its user, if that may have changed, and
 * whether any free slot will do.
 */
export const uploadSchema = z.object({
  uploadId: uploadIdField,
  anySlot: z
    .literal('1', { error: 'invalid_request' })
    .optional()
    .transform((value) => value === '1'),
  userId: wholeNumber('invalid_request').optional(),
});

/** The fields that a script sends with an image that is not a photo. */
export const imageUploadSchema = z.object({
  place: z.enum(['selfie', 'event-image'], { error: 'invalid_request' }),
  userId: wholeNumber('invalid_request'),
  uploadId: uploadIdField,
});
