import { z } from 'zod';
import { LANGUAGES } from '~/i18n/languages';

const lang = z
  .string()
  .optional()
  .describe(`The file’s language: ${LANGUAGES.join(', ')}.`);

/** The query of an archive. */
export const zipQuery = z.object({
  format: z.enum(['webp', 'jpeg'], { error: 'invalid_request' }).default('webp'),
  lang,
});

/** The query of a table. */
export const csvQuery = z.object({ lang });
