import { z } from 'zod';
import { instant, wholeNumber } from '../fields.schema';
import { SEEN_AT_ONCE } from './pile';
import { captionField, captionText, uploadIdField } from './upload.schema';

/** The `data` field of `POST /api/photos`, as JSON. Its empty `imageUrl` is ignored. */
export const photoDataField = z
  .string({ error: 'invalid_request' })
  .transform((json, context): unknown => {
    try {
      return JSON.parse(json);
    } catch {
      context.addIssue({ code: 'custom', message: 'invalid_request' });
      return z.NEVER;
    }
  })
  .pipe(
    z.object({
      userId: wholeNumber('invalid_request'),
      eventId: wholeNumber('invalid_request'),
      position: wholeNumber('slot_unknown'),
      uploadId: uploadIdField,
    }),
  );

/** `PATCH /api/photos/{id}`: an empty caption, or null, removes it. */
export const captionSchema = z.object({ caption: captionText.nullable() });

/** The form that edits a caption. */
export const captionFormSchema = z.object({ caption: captionField });

/** When a star was given that arrives later (rule `voting.late-star`). Anything but an instant is passed over. */
export const givenAtField = instant.optional().catch(undefined);

/** `POST /api/favorites`. */
export const favoriteSchema = z.object({
  userId: wholeNumber('invalid_request'),
  photoId: wholeNumber('invalid_request'),
  givenAt: givenAtField,
});

/** The last photo that the organizer was shown before approving all (rule `approval.decided`). */
export const approveAllSchema = z.object({ upTo: wholeNumber('invalid_request') });

/** `POST /api/seen`. */
export const seenSchema = z.object({
  // Their number is checked before each of them is.
  ids: z
    .array(z.unknown(), { error: 'invalid_request' })
    .max(SEEN_AT_ONCE, 'photos_too_many')
    .pipe(z.array(wholeNumber('invalid_request'))),
});
