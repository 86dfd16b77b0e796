import { z } from 'zod';
import { idText, instant, localTime, text, wholeNumber } from '../fields.schema';
import {
  AUDIENCE_WORDS,
  audienceOf,
  EVERYONE,
  MESSAGE_MAX,
  type Audience,
  type Recipients,
} from './rules';

/** A message's text. Forms send line breaks as two characters; they are counted and stored as one. */
const words = z.preprocess(
  (value) => (typeof value === 'string' ? value.replaceAll('\r\n', '\n') : value),
  text(1, 'message_required').max(MESSAGE_MAX, 'text_max'),
);

/** A member's id, or the word of an audience. */
const recipients = z.union(
  [
    z.enum(AUDIENCE_WORDS).transform((word): Recipients => audienceOf(word)),
    wholeNumber('recipient_required'),
  ],
  { error: 'recipient_required' },
);

/** The form of the reminder. */
export const messageFormSchema = z.object({ message: words });

/** The form below a conversation. With a time it plans the message; `audience` counts in a message to many. */
export const writeFormSchema = (timeZone: string) =>
  z.object({
    audience: z
      .enum(AUDIENCE_WORDS, { error: 'recipient_required' })
      .optional()
      .transform((word): Audience => audienceOf(word ?? EVERYONE)),
    message: words,
    sendAt: localTime(timeZone).optional(),
  });

/** The form of a planned message. */
export const plannedFormSchema = (timeZone: string) =>
  z.object({ toUserId: recipients, message: words, sendAt: localTime(timeZone) });

/** `GET /api/messages`. */
export const messagesQuery = z.object({
  unread: z.string().optional(),
  planned: z.string().optional(),
  before: idText.optional(),
});

/** `POST /api/messages`. */
export const messageCallSchema = z.object({
  toUserId: recipients,
  message: words,
  sendAt: instant.nullish(),
});

/** `PATCH /api/messages/{messageId}`. */
export const plannedCallSchema = z
  .object({ toUserId: recipients, message: words, sendAt: instant })
  .partial();
