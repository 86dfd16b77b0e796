import { data } from '@remix-run/node';
import { DomainError } from '~/models/errors';

/** Throws a rule's refusal as a page's answer: its status, its code for the error screen. */
export function refusePage(error: unknown): never {
  if (!(error instanceof DomainError)) throw error;
  throw data({ code: error.code }, { status: error.status });
}

/**
 * Does what a page is there for; what a rule refuses is the page's answer, see `refusePage`.
 * @throws whatever `work` throws that is no rule's refusal
 */
export function orRefuse<T>(work: () => Promise<T>): Promise<T> {
  return work().catch(refusePage);
}
