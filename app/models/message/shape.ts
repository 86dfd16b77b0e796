import { z } from 'zod';
import { count, id, instant } from '../fields.shape';
import { AUDIENCE_WORDS, UNSENT_REASONS } from './rules';

/** A message as the endpoints return it. */
export const messageShape = z
  .object({
    id,
    fromUserId: id,
    toUserId: id,
    message: z.string(),
    isRead: z.boolean().describe('Whether its recipient has read it.'),
    createdAt: instant,
    eventId: id,
    fromName: z.string(),
    toName: z.string(),
  })
  .meta({ id: 'Message' });
export type PublicMessage = z.infer<typeof messageShape>;

/** A planned message as the endpoints return it. */
export const plannedShape = z
  .object({
    id,
    fromUserId: id.describe('The organizer who planned it, or changed it last.'),
    fromName: z.string(),
    toUserId: z.union([id, z.enum(AUDIENCE_WORDS)]),
    toName: z.string().nullable().describe('Null for a message to many.'),
    message: z.string(),
    sendAt: instant,
    createdAt: instant,
    eventId: id,
    unsent: z
      .enum(UNSENT_REASONS)
      .nullable()
      .describe('Why it was not sent at its time, or will not be; null while it waits.'),
  })
  .meta({ id: 'PlannedMessage' });
export type PublicPlanned = z.infer<typeof plannedShape>;

/** A list of messages; with `?unread=1` their number, too; with `?planned=1` the planned ones. */
export const messageListShape = z.union([
  z.array(messageShape),
  z.object({ count, messages: z.array(messageShape) }),
  z.array(plannedShape),
]);

/** What was sent: a message, those to many, or with `sendAt` the planned one. */
export const sentShape = z.union([messageShape, z.array(messageShape), plannedShape]);
