import { data } from '@remix-run/node';
import type { Submission, SubmissionResult } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import { z } from 'zod';
import { DomainError } from '~/models/errors';
import type { RequestArgs } from './context';
import { refusePage } from './refusal.server';

/** A form as it came: the first text of each name, whatever the names are. */
export type FormTexts = ReadonlyMap<string, string>;

/** How long a field may be whose schema does not say, in characters. */
const TEXT_MAX = 500;
/**
 * A text that is too long is sent back whole, so that it can be shortened. It is cut at so many
 * times its limit.
 */
const CUT_FACTOR = 2;

/**
 * Reads the body of a form without files; server.ts has capped it (body-limit.server.ts). Line ends of
 * two characters become one, as the schemas count them. Files are left out.
 * @throws the page of a refusal: unsupported_media for another kind of body, invalid_request for one
 *   that is broken
 */
export async function readForm(args: RequestArgs): Promise<FormTexts> {
  const texts = new Map<string, string>();
  for (const [name, value] of await readFields(args)) {
    if (typeof value !== 'string' || texts.has(name)) continue;
    texts.set(name, value.replaceAll('\r\n', '\n'));
  }
  return texts;
}

async function readFields(args: RequestArgs): Promise<Iterable<[string, FormDataEntryValue]>> {
  const { request } = args;
  switch (mediaType(request)) {
    case 'application/x-www-form-urlencoded':
      return new URLSearchParams(await request.text());
    case 'multipart/form-data':
      return request
        .formData()
        .catch((cause: unknown) => refusePage(args, new DomainError('invalid_request', { cause })));
    default:
      return refusePage(args, new DomainError('unsupported_media'));
  }
}

/** The kind of a request's body, without its parameters. */
export function mediaType(request: Request): string {
  const [type = ''] = (request.headers.get('Content-Type') ?? '').split(';');
  return type.trim().toLowerCase();
}

/**
 * Reads a form against a schema whose messages are error codes. conform reads `a.b` and `a[7]` as
 * places in objects and lists, and some names as commands: `a[200000000]` would allocate an array of
 * that length. So it gets the schema's own flat names only, their texts cut; a reply echoes no others.
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

/** How long a field's schema lets a text be. */
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

/** The texts of some fields as they were parsed, trimmed; empty where there is none. */
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

/** What never travels back to the page. */
const SECRET_FIELDS = [
  'password',
  'passwordConfirmation',
  'organizerPassword',
  'currentPassword',
  'ftpPassword',
];

/** What is wrong with a form, every message at its field, and the typed values but the secrets. */
export function formReply(submission: Submission<unknown, string[]>): SubmissionResult<string[]> {
  return submission.reply({ hideFields: SECRET_FIELDS });
}

/** 400 with every message at its field and the typed values kept. */
export function invalidForm(submission: Submission<unknown, string[]>) {
  return data(formReply(submission), { status: 400 });
}

/**
 * A rule's refusal as a form reply, at the field it names or above the form; anything that is not a
 * DomainError is thrown on.
 * @param shape what is answered with the reply in it, where a page has several forms or steps
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

/** `Retry-After` where the refusal says when to come back. */
export function retryHeaders(error: DomainError): HeadersInit {
  return error.retryAfter ? { 'Retry-After': String(error.retryAfter) } : {};
}
