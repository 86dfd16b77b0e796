import { z } from 'zod';
import { text, wholeNumber } from '../fields.schema';
import { EVERYONE, MESSAGE_MAX } from './rules';

/** A message's text. Forms send line breaks as two characters; they are counted and stored as one. */
const words = z.preprocess(
  (value) => (typeof value === 'string' ? value.replaceAll('\r\n', '\n') : value),
  text(1, 'message_required').max(MESSAGE_MAX, 'message_max'),
);

/** The form below a conversation, and the form for a message to everyone. */
export const messageFormSchema = z.object({ message: words });

/** `POST /api/messages`. */
export const messageCallSchema = z.object({
  toUserId: z.union([z.literal(EVERYONE), wholeNumber('recipient_required')], {
    error: 'recipient_required',
  }),
  message: words,
});
