import { data } from '@remix-run/node';
import { DomainError } from '~/models/errors';

/** Throws a rule's refusal as a page's answer: its status, its code for the error screen. */
export function refusePage(error: unknown): never {
  if (!(error instanceof DomainError)) throw error;
  throw data({ code: error.code }, { status: error.status });
}
