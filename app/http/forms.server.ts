import { data } from '@remix-run/node';
import type { Submission, SubmissionResult } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import { z } from 'zod';
import { DomainError } from '~/models/errors';
import type { RequestArgs } from './context';
import { orRefuse } from './refusal.server';

/** A submitted form: the first text of each name, for all names. */
export type FormTexts = ReadonlyMap<string, string>;

/** The maximum length in characters of a field whose schema has none. */
const TEXT_MAX = 500;
/**
 * A text that is too long is sent back so that the user can shorten it. It is truncated at this many times
 * its limit.
 */
const CUT_FACTOR = 2;

/**
 * Reads the body of a form without files, which server.ts has limited (body-limit.server.ts). Line breaks
 * become one character, as schemas count them. Files are ignored.
 * @throws Response with unsupported_media for another content type, or invalid_request for a malformed body
 */
export async function readForm(args: RequestArgs): Promise<FormTexts> {
  return (await orRefuse(args, () => readFields(args.request))).texts;
}

/**
 * Reads the body of a form: the first text or file of each name. Files are read at once, so they must be small.
 * @throws DomainError unsupported_media, invalid_request
 */
export async function readFields(
  request: Request,
): Promise<{ texts: FormTexts; files: ReadonlyMap<string, File> }> {
  const texts = new Map<string, string>();
  const files = new Map<string, File>();
  for (const [name, value] of await parseFields(request)) {
    if (texts.has(name) || files.has(name)) continue;
    if (typeof value === 'string') texts.set(name, value.replaceAll('\r\n', '\n'));
    // Without a choice, browsers send an empty file without a name.
    else if (value.size > 0) files.set(name, value);
  }
  return { texts, files };
}

async function parseFields(request: Request): Promise<Iterable<[string, FormDataEntryValue]>> {
  switch (mediaType(request)) {
    case 'application/x-www-form-urlencoded':
      return new URLSearchParams(await request.text());
    case 'multipart/form-data':
      return request.formData().catch((cause: unknown) => {
        throw new DomainError('invalid_request', { cause });
      });
    default:
      throw new DomainError('unsupported_media');
  }
}

/** The content type of a request without parameters. */
export function mediaType(request: Request): string {
  const [type = ''] = (request.headers.get('Content-Type') ?? '').split(';');
  return type.trim().toLowerCase();
}

/**
 * Validates a form with a schema whose messages are error codes. conform interprets `a.b` and `a[7]` as paths
 * in objects and lists, and some names as commands: `a[200000000]` would allocate an array of that length. So
 * it gets only the schema's own flat names, with truncated texts, and a reply contains no others.
 */
export function parseForm<Schema extends z.ZodObject>(form: FormTexts, schema: Schema) {
  const known = new FormData();
  for (const [name, field] of Object.entries(schema.shape)) {
    const value = form.get(name);
    if (value !== undefined)
      known.set(name, value.slice(0, CUT_FACTOR * lengthLimit(field as z.ZodType)));
  }
  return parseWithZod(known, { schema });
}

/** The maximum length of a text that a field's schema allows. */
function lengthLimit(field: z.ZodType): number {
  if (field instanceof z.ZodString) return field.maxLength ?? TEXT_MAX;
  if (field instanceof z.ZodOptional || field instanceof z.ZodNullable) {
    return lengthLimit(field.unwrap() as z.ZodType);
  }
  if (field instanceof z.ZodDefault) return lengthLimit(field.unwrap() as z.ZodType);
  if (field instanceof z.ZodPipe) {
    const { in: first, out: second } = field.def;
    return lengthLimit((first instanceof z.ZodTransform ? second : first) as z.ZodType);
  }
  return TEXT_MAX;
}

/** The trimmed texts of some fields; empty if missing. */
export function textsOf<Field extends string>(
  submission: Submission<unknown, string[]>,
  fields: readonly Field[],
): Record<Field, string> {
  const textOf = (field: Field) => {
    const text = submission.payload[field];
    return typeof text === 'string' ? text.trim() : '';
  };
  return Object.fromEntries(fields.map((field) => [field, textOf(field)])) as Record<Field, string>;
}

/** Fields that are never sent back to the page. */
const SECRET_FIELDS = [
  'password',
  'passwordConfirmation',
  'organizerPassword',
  'currentPassword',
  'ftpPassword',
];

/** The form's errors, each at its field, and its values without secrets. */
export function formReply(submission: Submission<unknown, string[]>): SubmissionResult<string[]> {
  return submission.reply({ hideFields: SECRET_FIELDS });
}

/** A 400 with the errors at their fields and the typed values. */
export function invalidForm(submission: Submission<unknown, string[]>) {
  return data(formReply(submission), { status: 400 });
}

/**
 * Turns a domain error into a form reply, at the field it names or above the form. Rethrows any other error.
 * @param shape wraps the reply for pages that have several forms or steps
 */
export function formError(
  submission: Submission<unknown, string[]>,
  error: unknown,
): ReturnType<typeof data<SubmissionResult<string[]>>>;
export function formError<Reply>(
  submission: Submission<unknown, string[]>,
  error: unknown,
  shape: (reply: SubmissionResult<string[]>) => Reply,
): ReturnType<typeof data<Reply>>;
export function formError(
  submission: Submission<unknown, string[]>,
  error: unknown,
  shape: (reply: SubmissionResult<string[]>) => unknown = (reply) => reply,
) {
  if (!(error instanceof DomainError)) throw error;
  const reply: SubmissionResult<string[]> = error.field
    ? submission.reply({
        fieldErrors: { [error.field]: [error.code] },
        hideFields: SECRET_FIELDS,
      })
    : submission.reply({ formErrors: [error.code], hideFields: SECRET_FIELDS });
  return data(shape(reply), { status: error.status });
}

/** `Retry-After`, if the error has a delay. */
export function retryHeaders(error: DomainError): HeadersInit {
  return error.retryAfter ? { 'Retry-After': String(error.retryAfter) } : {};
}
