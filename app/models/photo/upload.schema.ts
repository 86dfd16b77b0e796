import { z } from 'zod';
import { wholeNumber } from '../fields.schema';
import { isCardCode } from '../mission/rules';
import { loginFormSchema } from '../user/schema';
import { cleanCaption, lettersLeft } from './caption';

/** The id that a device gives an upload: 128 bits, as 32 hexadecimal digits (rule `uploads.once`). */
export const uploadIdField = z
  .string({ error: 'invalid_request' })
  .regex(/^[\da-f]{32}$/, { error: 'invalid_request' })
  .optional();

/** What a call sends with an image that is not a photo. */
export const imageFields = z.object({ uploadId: uploadIdField });

/** A caption (rule `photos.caption`); null for an empty one. */
export const captionText = z
  .string({ error: 'invalid_request' })
  .refine((text) => lettersLeft(text) >= 0, 'caption_max')
  .transform(cleanCaption);

/** The caption in a form, which may leave an empty field out. */
export const captionField = captionText.optional().transform((caption) => caption ?? null);

/**
 * The mission in a form, whose field may be missing or empty. An upload may wait for days, so a value that is no
 * mission is ignored, and the photo is accepted (rule `missions.photo`). A printed card has a code in place of the
 * number.
 */
export const missionField = z
  .union([wholeNumber('invalid_request'), z.string().refine(isCardCode)])
  .optional()
  .catch(undefined);

/**
 * The fields that a script sends with its image: the upload's id, its user, if that may have changed,
 * whether any free slot will do, and the photo's caption and mission.
 */
export const uploadSchema = z.object({
  uploadId: uploadIdField,
  anySlot: z
    .literal('1', { error: 'invalid_request' })
    .optional()
    .transform((value) => value === '1'),
  userId: wholeNumber('invalid_request').optional(),
  caption: captionField,
  missionId: missionField,
});

/**
 * What a form without scripts sends with its photos: the first one's caption and mission, and its slot. No other slot
 * will do, so that a form that is sent twice adds its photos once.
 */
export const photosFormSchema = z.object({
  caption: captionField,
  missionId: missionField,
  position: wholeNumber('slot_unknown').optional(),
});

/** A visitor's photos, with who they are (rule `photos.first`). */
export const photoEntrySchema = loginFormSchema.extend({
  caption: captionField,
  missionId: missionField,
});

/** The fields that a script sends with an image that is not a photo. */
export const imageUploadSchema = z.object({
  place: z.enum(['selfie', 'event-image'], { error: 'invalid_request' }),
  userId: wholeNumber('invalid_request'),
  uploadId: uploadIdField,
});
