import { z } from 'zod';
import { CHANGE_KINDS, readKinds } from './rules';

/** The query of the marks: kinds, separated by commas. */
export const marksQuery = z.object({
  of: z
    .string({ error: 'invalid_request' })
    .transform((text, context) => {
      const kinds = readKinds(text);
      if (kinds) return kinds;
      context.addIssue({ code: 'custom', message: 'invalid_request' });
      return z.NEVER;
    })
    .describe(`Kinds, separated by commas: ${CHANGE_KINDS.join(', ')}.`),
});
