import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { isAway } from '~/models/away.server';
import { isDuplicate } from '~/models/constraint.server';
import { DomainError, type ErrorCode } from '~/models/errors';
import { readWholeId } from '~/models/id';
import { AWAY } from '~/offline/reach';
import { isReading, type RequestContext } from './context';

/** What a refusal needs of the request that is refused. */
interface Refused {
  request: Pick<Request, 'method'>;
  context: Pick<RequestContext, 'log' | 'refused' | 'noteFailure' | 'setHeader'>;
}

const noted = new WeakSet<DomainError>();

/**
 * Notes in the log why a request is refused, once, beside the request's id: the code and the figures that were
 * measured (rule `api.log`). Whatever becomes an answer passes here.
 */
export function noteRefusal({ context }: Refused, error: DomainError): void {
  const { code, status, field, retryAfter, figures } = error;
  context.refused = code;
  if (status >= 500) context.noteFailure(error.cause ?? error);
  if (noted.has(error)) return;
  noted.add(error);
  context.log.info({ refusal: { code, status, field, retryAfter, ...figures } }, 'refused');
}

/** When one may come back to a server whose database does not answer, in seconds. */
const AWAY_RETRY_S = 5;

/**
 * What no rule has refused, as a refusal; the log says what it was. Where the database does not answer, that is
 * `away`, whatever was asked for: nothing is wrong with it. One that a rule has refused with a status
 * from 500 on was logged by the model that chose it, too.
 */
export function failure(
  { context }: Refused,
  error: unknown,
  failed: ErrorCode = 'unknown',
): DomainError {
  const refusal = isAway(error)
    ? new DomainError('away', { retryAfter: AWAY_RETRY_S, cause: error })
    : new DomainError(isDuplicate(error) ? 'unique_violation' : failed, { cause: error });
  const { code, status } = refusal;
  context.log.error({ err: error, refusal: { code, status } }, 'call failed');
  noted.add(refusal);
  return refusal;
}

/**
 * Asks a guard whose failure leaves a form as it is: what goes wrong though no rule has refused it is given as
 * a refusal. Answers and refusals are thrown on.
 */
export async function orFailure<T>(
  args: Refused,
  failed: ErrorCode,
  guard: () => Promise<T>,
): Promise<T | DomainError> {
  try {
    return await guard();
  } catch (error) {
    if (error instanceof Response || error instanceof DomainError) throw error;
    return failure(args, error, failed);
  }
}

/** `Retry-After` on a page where the refusal says when to come back: Remix gives pages no headers of an answer. */
export function sayWhen({ context }: Refused, { retryAfter }: DomainError): void {
  if (retryAfter) context.setHeader('Retry-After', String(retryAfter));
}

/** What the error screen is told of a refusal. */
export interface RefusedPage {
  code?: ErrorCode;
  /** The seconds after which it asks again by itself; a form is not sent twice. */
  again?: number;
}

/** Throws a rule's refusal as a page's answer: its status, and what the error screen is told. */
export function refusePage(args: Refused, error: unknown): never {
  if (!(error instanceof DomainError)) throw error;
  noteRefusal(args, error);
  sayWhen(args, error);
  const { code, status, retryAfter } = error;
  // Scripts wait for the server and leave the screen as it is.
  if (code === 'away') args.context.setHeader(AWAY, '1');
  const again = status === 503 && isReading(args.request) ? retryAfter : undefined;
  // A screen's error boundary reads it, and so does a script that posts to a form without one.
  throw Response.json({ code, again } satisfies RefusedPage, { status });
}

/**
 * Asks a loader or an action of any route: where the database does not answer, the route says so. What
 * else it throws is thrown.
 */
export async function orAway<T>(args: Refused, ask: () => T): Promise<Awaited<T>> {
  try {
    return await ask();
  } catch (error) {
    if (!isAway(error) || error instanceof DomainError) throw error;
    return refusePage(args, failure(args, error));
  }
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
