import { z } from 'zod';
import { wholeNumber } from '../fields.schema';
import { cleanCaption, lettersLeft } from './caption';

/** The id that a device gives an upload: 128 bits, as 32 hexadecimal digits (rule `uploads.once`). */
export const uploadIdField = z
  .string({ error: 'invalid_request' })
  .regex(/^[\da-f]{32}$/, { error: 'invalid_request' })
  .optional();

/** A caption (rule `photos.caption`); null for an empty one. */
export const captionText = z
  .string({ error: 'invalid_request' })
  .refine((text) => lettersLeft(text) >= 0, 'caption_max')
  .transform(cleanCaption);

/** The caption in a form, which may leave an empty field out. */
export const captionField = captionText.optional().transform((caption) => caption ?? null);

/**
 * The fields that a script sends with its image: the upload's id, its user, if that may have changed,
 * whether any free slot will do, and the photo's caption.
 */
export const uploadSchema = z.object({
  uploadId: uploadIdField,
  anySlot: z
    .literal('1', { error: 'invalid_request' })
    .optional()
    .transform((value) => value === '1'),
  userId: wholeNumber('invalid_request').optional(),
  caption: captionField,
});

/** The fields that a script sends with an image that is not a photo. */
export const imageUploadSchema = z.object({
  place: z.enum(['selfie', 'event-image'], { error: 'invalid_request' }),
  userId: wholeNumber('invalid_request'),
  uploadId: uploadIdField,
});
