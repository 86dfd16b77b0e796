import { data } from '@remix-run/node';
import type { Submission, SubmissionResult } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import type { z } from 'zod';
import { DomainError } from '~/models/errors';

/** Reads a form against a schema whose messages are error codes. */
export function parseForm<Schema extends z.ZodType>(formData: FormData, schema: Schema) {
  return parseWithZod(formData, { schema });
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
 */
export function formError(submission: Submission<unknown, string[]>, error: unknown) {
  if (!(error instanceof DomainError)) throw error;
  const reply: SubmissionResult<string[]> = error.field
    ? submission.reply({
        fieldErrors: { [error.field]: [error.code] },
        hideFields: SECRET_FIELDS,
      })
    : submission.reply({ formErrors: [error.code], hideFields: SECRET_FIELDS });
  return data(reply, { status: error.status, headers: retryHeaders(error) });
}

/** `Retry-After` where the refusal says when to come back. */
export function retryHeaders(error: DomainError): HeadersInit {
  return error.retryAfter ? { 'Retry-After': String(error.retryAfter) } : {};
}
