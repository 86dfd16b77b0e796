import { englishText } from '~/http/api.server';
import type { RequestArgs } from '~/http/context';
import { retryHeaders } from '~/http/forms.server';
import { logRefusal } from '~/http/refusal.server';
import type { DomainError } from '~/models/errors';

/** Refuses a file with the English text of an error, because the client that requests it shows no screen. */
export function refuseText(args: RequestArgs, error: DomainError): Response {
  logRefusal(args, error);
  return new Response(englishText(error.code), {
    status: error.status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', ...retryHeaders(error) },
  });
}
