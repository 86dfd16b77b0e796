import { z } from 'zod';
import { idText } from '../fields.schema';

/** The query of a list. `readListQuery` says what unknown values stand for. */
export const listQuery = (sorts: readonly string[]) =>
  z.object({
    q: z.string().optional().describe('Words that a row must contain.'),
    sort: z
      .string()
      .optional()
      .describe(`One of ${sorts.join(', ')}; with a hyphen before it, descending.`),
    page: z.string().optional().describe('From 1.'),
  });

/** The member who takes over a deleted organizer's event. An empty id is a mistake. It must not delete the event. */
export const successorQuery = z.object({ successorId: idText.optional() });
