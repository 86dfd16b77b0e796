import { data, redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { isDuplicate } from '~/models/constraint.server';
import { DomainError, type ErrorCode } from '~/models/errors';
import { readWholeId } from '~/models/id';
import type { RequestContext } from './context';

/** What a refusal needs of the request that is refused. */
interface Refused {
  context: Pick<RequestContext, 'log' | 'refused'>;
}

const noted = new WeakSet<DomainError>();

/**
 * Notes in the log why a request is refused, once, beside the request's id: the code and the figures that were
 * measured (rule `api.log`). Whatever becomes an answer passes here.
 */
export function noteRefusal({ context }: Refused, error: DomainError): void {
  const { code, status, field, retryAfter, figures } = error;
  context.refused = code;
  if (noted.has(error)) return;
  noted.add(error);
  context.log.info({ refusal: { code, status, field, retryAfter, ...figures } }, 'refused');
}

/**
 * What no rule has refused, as a refusal; the log says what it was. One that a rule has refused with a status
 * from 500 on was logged by the model that chose it, too.
 */
export function failure(
  { context }: Refused,
  error: unknown,
  failed: ErrorCode = 'unknown',
): DomainError {
  const refusal = new DomainError(isDuplicate(error) ? 'unique_violation' : failed, {
    cause: error,
  });
  const { code, status } = refusal;
  context.log.error({ err: error, refusal: { code, status } }, 'call failed');
  noted.add(refusal);
  return refusal;
}

/** Throws a rule's refusal as a page's answer: its status, its code for the error screen. */
export function refusePage(args: Refused, error: unknown): never {
  if (!(error instanceof DomainError)) throw error;
  noteRefusal(args, error);
  throw data({ code: error.code }, { status: error.status });
}

/**
 * Does what a page is there for; what a rule refuses is the page's answer, see `refusePage`.
 * @throws whatever `work` throws that is no rule's refusal
 */
export function orRefuse<T>(args: Refused, work: () => Promise<T>): Promise<T> {
  return work().catch((error: unknown) => refusePage(args, error));
}

/** An id from a page's address; what is none makes no address of ours. @throws DomainError page_not_found */
export function pageId(text: string | undefined): number {
  const id = readWholeId(text);
  if (id === undefined) throw new DomainError('page_not_found');
  return id;
}

/** The loader of a form that has no page of its own: it leads to where the form stands. @param id the row's */
export function leadTo(screen: string, id: string) {
  return (args: LoaderFunctionArgs) =>
    orRefuse(args, async () => {
      pageId(args.params[id]);
      return redirect(screen);
    });
}
