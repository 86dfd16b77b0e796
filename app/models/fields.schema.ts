import { z } from 'zod';
import type { ErrorCode } from './errors';

/** A trimmed text of at least `min` characters; anything else gives `code` (§5). */
export function text(min: number, code: ErrorCode) {
  return (
    z
      .string({ error: code })
      .trim()
      .min(min, code)
      // PostgreSQL stores every character but this one.
      .refine((value) => !value.includes('\0'), code)
  );
}

/** A valid e-mail address, trimmed. */
export function email(code: ErrorCode) {
  return text(1, code).pipe(z.email(code).max(254, code));
}

/** A text that need not be there; it is compared or left to the model, never stored as it is. */
export const anyText = z.string().trim().default('');

/** An id as calls send it: a whole number, as JSON or, from a form, in digits. */
export const id = z.coerce.number({ error: 'invalid_request' }).int('invalid_request').positive();
