import { z } from 'zod';
import { readWholeId } from './id';
import { DomainError, isErrorCode, type ErrorCode } from './errors';
import { UNSEEN } from './unseen';
import { instantOf } from './zoned-time';

/** A trimmed text of at least `min` characters; anything else fails with `code`. */
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

/** What names must not contain. */
const UNSEEN_CHARACTER = new RegExp(`[${UNSEEN}]`, 'u');

/** A trimmed name that others see: like `text`, but on one line and without the characters above. */
export function nameText(min: number, code: ErrorCode) {
  return z
    .string({ error: code })
    .trim()
    .refine((value) => !UNSEEN_CHARACTER.test(value), 'name_invalid')
    .min(min, code);
}

/** A valid e-mail address, trimmed. */
export function email(code: ErrorCode) {
  return text(1, code).max(254, code).pipe(z.email(code));
}

/** An optional text that is only compared, never stored as it is. */
export const anyText = z.string().trim().default('');

/** A boolean from JSON, or the same word as text from a switch's form. */
export const onOrOff = z.union(
  [z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')],
  { error: 'switch_invalid' satisfies ErrorCode },
);

/** An ISO instant with its time zone. */
export const instant = z.iso
  .datetime({ offset: true, error: 'send_at_invalid' })
  .max(40, 'send_at_invalid')
  .transform((value) => new Date(value));

/**
 * A time of a time zone, to the minute, from a field of type `datetime-local`.
 * @param timeZone EVENT_TIME_ZONE
 */
export const localTime = (timeZone: string) =>
  z.string({ error: 'send_at_invalid' }).transform((value, context) => {
    const found = instantOf(value.trim(), timeZone);
    if (found) return found;
    context.addIssue({ code: 'custom', message: 'send_at_invalid' });
    return z.NEVER;
  });

/** An id in a query (rule `api.ids`). */
export const idText = z.string().transform((text, context) => {
  const id = readWholeId(text);
  if (id !== undefined) return id;
  context.addIssue({ code: 'custom', message: 'invalid_request' });
  return z.NEVER;
});

/** A whole number from 1, as JSON or as digits from a form. */
export function wholeNumber(code: ErrorCode) {
  const digits = z.string().trim().regex(/^\d+$/, code).transform(Number);
  return z
    .union([z.number(), digits], { error: code })
    .pipe(z.number(code).int(code).min(1, code).max(Number.MAX_SAFE_INTEGER, code));
}

/**
 * Parses values with a schema whose messages are error codes.
 * @throws DomainError with the code of the first message, at its field
 */
export function parseValues<Schema extends z.ZodType>(
  schema: Schema,
  values: unknown,
): z.infer<Schema> {
  const parsed = schema.safeParse(values);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const field = issue?.path[0];
  throw new DomainError(isErrorCode(issue?.message) ? issue.message : 'invalid_request', {
    field: field === undefined ? undefined : String(field),
  });
}
