import { z } from 'zod';
import { instant, wholeNumber } from '../fields.schema';
import { readPlace } from '../list-place';
import { SEEN_AT_ONCE } from './pile';
import { captionField, captionText, missionField, uploadIdField } from './upload.schema';

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

/** What `POST /api/photos` sends with its image. */
export const photoFields = z.object({
  data: photoDataField.describe('JSON: `userId`, `eventId`, `position`, and perhaps `uploadId`.'),
  caption: captionField,
  missionId: missionField,
});

const limit = z.coerce
  .number({ error: 'limit_invalid' })
  .int('limit_invalid')
  .min(1, 'limit_invalid')
  .optional();

/** The query of the ranking. */
export const rankingQuery = z.object({ limit });

/** The query of the feed: how many photos, after which position, or only their ids. */
export const feedQuery = z.object({
  limit,
  after: z
    .string()
    .transform((text, context) => {
      const place = readPlace(text);
      if (place) return place;
      context.addIssue({ code: 'custom', message: 'invalid_request' });
      return z.NEVER;
    })
    .optional()
    .describe('The position that a `Link` header gave.'),
  fields: z.string().optional().describe('With `id`, only the ids of all photos.'),
});

/** `PATCH /api/photos/{id}`: an empty caption, or null, removes it. */
export const captionSchema = z.object({ caption: captionText.nullable() });

/** The form that edits a caption. */
export const captionFormSchema = z.object({ caption: captionField });

/** When a star was given that arrives later (rule `voting.late-star`). Anything but an instant is ignored. */
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
