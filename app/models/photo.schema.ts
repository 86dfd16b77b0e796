import { z } from 'zod';
import { wholeNumber } from './fields.schema';

/** The `data` field of `POST /api/photos` (§7); its `imageUrl` is always empty and not read. */
export const photoDataSchema = z.object(
  {
    userId: wholeNumber('invalid_request'),
    eventId: wholeNumber('invalid_request'),
    position: wholeNumber('slot_unknown'),
  },
  { error: 'invalid_request' },
);

/** `POST /api/favorites` (§7). */
export const favoriteSchema = z.object({
  userId: wholeNumber('invalid_request'),
  photoId: wholeNumber('invalid_request'),
});
