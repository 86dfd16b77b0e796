import { z } from 'zod';
import { count, id, imageUrl, instant, instantText } from '../fields.shape';

const status = z.enum(['shown', 'pending', 'hidden']);

/** Who sees a photo: everybody, or its owner and the organizer alone (rules `approval.what`, `photos.hidden`). */
export type PhotoStatus = z.infer<typeof status>;

/** A photo as the endpoints return it. */
export const photoShape = z
  .object({
    id,
    imageUrl,
    userId: id,
    eventId: id,
    position: id.describe('The slot, from 1.'),
    favoriteCount: count.nullable().describe('Null for whoever may not be told it.'),
    createdAt: instantText,
    caption: z.string().nullable().describe('Its owner’s words.'),
    missionId: id.nullable().describe('The mission it was taken for.'),
    late: z.boolean().describe('Whether it came after the contest, and is out of it.'),
    status: status.optional().describe('For its owner and organizers only.'),
    views: count.optional().describe('By how many members it was seen; for organizers only.'),
  })
  .meta({ id: 'Photo' });
export type PublicPhoto = z.infer<typeof photoShape>;

/** A photo of the feed as the endpoints return it. */
const feedPhotoShape = photoShape
  .extend({ userName: z.string(), userSelfie: imageUrl.nullable() })
  .meta({ id: 'FeedPhoto' });
export type FeedPhoto = z.infer<typeof feedPhotoShape>;

/** The feed: its photos, or with `?fields=id` only their ids. */
export const feedShape = z.union([z.array(feedPhotoShape), z.array(z.strictObject({ id }))]);

/** A row of the ranking. */
export const topPhotoShape = z
  .object({
    id,
    favoriteCount: count,
    imageUrl,
    userName: z.string(),
    userSelfie: imageUrl.nullable(),
    caption: z.string().nullable(),
  })
  .meta({ id: 'TopPhoto' });
export type TopPhoto = z.infer<typeof topPhotoShape>;

/** A star, and who gave it. */
export const starShape = z.object({ userId: id, photoId: id }).meta({ id: 'Star' });

/** How many photos were new. */
export const seenShape = z.object({ seen: count });

const change = z.object({
  what: z.enum(['photo', 'person']),
  at: instant,
  photoId: id.optional().describe('The photo; a person is not named.'),
});
/** Something that was removed after the votes were counted (rule `result.changes`). */
export type ResultChange = z.infer<typeof change>;

/** A result as `result.json` contains it. */
export const resultShape = z
  .object({
    event: z.object({ id, name: z.string() }),
    closedAt: instant.describe('When the votes were counted.'),
    rule: z.string().describe('How places follow from ballots, in English words.'),
    places: z.array(z.object({ place: id, photoId: id, stars: count })),
    ballots: z.array(z.object({ voter: z.string(), photoIds: z.array(id) })),
    digest: z.string().describe('The SHA-256 of the ballots, in hexadecimal digits.'),
    changes: z.array(change),
  })
  .meta({ id: 'Result' });
export type ResultFile = z.infer<typeof resultShape>;
