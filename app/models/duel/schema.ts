import { z } from 'zod';
import { wholeNumber } from '../fields.schema';
import { DUEL_PHOTOS, DUEL_SECONDS } from './rules';

const seconds = wholeNumber('duel_seconds').refine(
  (value) => value >= DUEL_SECONDS.min && value <= DUEL_SECONDS.max,
  'duel_seconds',
);

/** `POST /api/events/{id}/duel`. */
export const duelSchema = z.object({
  photoIds: z
    // Their number is checked before each of them is.
    .array(z.unknown(), { error: 'invalid_request' })
    .max(DUEL_PHOTOS.max, 'duel_not_tied')
    .pipe(z.array(wholeNumber('invalid_request'))),
  seconds,
});

/** The form that calls a duel. The photos are those that it showed. */
export const duelFormSchema = z.object({
  photoIds: z
    .string({ error: 'invalid_request' })
    .max(100, 'invalid_request')
    .transform((ids): unknown[] => ids.split(' '))
    .pipe(duelSchema.shape.photoIds),
  seconds,
});

/** `POST /api/duels/{id}/vote`, and a print's form. */
export const duelVoteSchema = z.object({ photoId: wholeNumber('invalid_request') });
