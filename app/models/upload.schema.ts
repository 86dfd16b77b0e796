import { z } from 'zod';
import { wholeNumber } from './fields.schema';

/** The name that a device gives an upload: 128 bits, as 32 hexadecimal digits (rule `uploads.once`). */
export const uploadIdField = z
  .string({ error: 'invalid_request' })
  .regex(/^[\da-f]{32}$/, { error: 'invalid_request' })
  .optional();

/** What a script's form says beside its image: which upload it is, and whose, where that may have changed. */
export const uploadSchema = z.object({
  uploadId: uploadIdField,
  userId: wholeNumber('invalid_request').optional(),
});

/** What a script says beside an image that is no photo. */
export const imageUploadSchema = z.object({
  place: z.enum(['selfie', 'event-image'], { error: 'invalid_request' }),
  userId: wholeNumber('invalid_request'),
  uploadId: uploadIdField,
});
