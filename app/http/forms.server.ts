import { data } from '@remix-run/node';
import type { Submission, SubmissionResult } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import type { z } from 'zod';
import { DomainError } from '~/models/errors';

/** Reads a form against a schema whose messages are error codes. */
export function parseForm<Schema extends z.ZodType>(formData: FormData, schema: Schema) {
  return parseWithZod(formData, { schema });
}

/** 400 with every message at its field and the typed values kept. */
export function invalidForm(submission: Submission<unknown, string[]>) {
  return data(submission.reply(), { status: 400 });
}

/**
 * A rule's refusal as a form reply, at the field it names or above the form; anything that is not a
 * DomainError is thrown on.
 */
export function formError(submission: Submission<unknown, string[]>, error: unknown) {
  if (!(error instanceof DomainError)) throw error;
  const reply: SubmissionResult<string[]> = error.field
    ? submission.reply({ fieldErrors: { [error.field]: [error.code] } })
    : submission.reply({ formErrors: [error.code] });
  return data(reply, { status: error.status, headers: retryHeaders(error) });
}

/** `Retry-After` where the refusal says when to come back. */
export function retryHeaders(error: DomainError): HeadersInit {
  return error.retryAfter ? { 'Retry-After': String(error.retryAfter) } : {};
}
