import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { isAway } from '~/models/away.server';
import { isDuplicate } from '~/models/constraint.server';
import { DomainError, type ErrorCode } from '~/models/errors';
import { readWholeId } from '~/models/id';
import { AWAY } from '~/browser/reach';
import { isReading, type RequestContext } from './context';

/** What refusing a request needs from it. */
interface Refused {
  request: Pick<Request, 'method'>;
  context: Pick<RequestContext, 'log' | 'refused' | 'logFailure' | 'setHeader'>;
}

const loggedErrors = new WeakSet<DomainError>();

/**
 * Logs why a request is refused, once, with the request's id: the code and the measurements (rule `api.log`).
 * Every error that becomes a response passes here.
 */
export function logRefusal({ context }: Refused, error: DomainError): void {
  const { code, status, field, retryAfter, figures } = error;
  context.refused = code;
  if (status >= 500) context.logFailure(error.cause ?? error);
  if (loggedErrors.has(error)) return;
  loggedErrors.add(error);
  context.log.info({ refusal: { code, status, field, retryAfter, ...figures } }, 'refused');
}

/** Seconds until a retry when the database does not answer. */
const AWAY_RETRY_S = 5;

/**
 * Turns an unexpected error into a domain error and logs it. If the database does not answer, the code is
 * `away`, whatever was requested. A model that throws a domain error with a status of 500 or more has logged
 * the cause itself.
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
  loggedErrors.add(refusal);
  return refusal;
}

/**
 * Runs a guard whose failure must leave a form unchanged: unexpected errors are returned as a domain error.
 * Responses and domain errors are rethrown.
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

/**
 * Sets `Retry-After` on a page if the error has a delay, because Remix drops the headers of a page's error
 * response.
 */
export function setRetryAfter({ context }: Refused, { retryAfter }: DomainError): void {
  if (retryAfter) context.setHeader('Retry-After', String(retryAfter));
}

/** What the error screen learns about an error. */
export interface RefusedPage {
  code?: ErrorCode;
  /** Seconds after which the screen reloads by itself. Not set for forms, which must not be sent twice. */
  again?: number;
}

/** Throws a domain error as a page's response: its status, and the data for the error screen. */
export function refusePage(args: Refused, error: unknown): never {
  if (!(error instanceof DomainError)) throw error;
  logRefusal(args, error);
  setRetryAfter(args, error);
  const { code, status, retryAfter } = error;
  // Scripts that see this header wait for the server and leave the screen as it is.
  if (code === 'away') args.context.setHeader(AWAY, '1');
  const again = status === 503 && isReading(args.request) ? retryAfter : undefined;
  // Read by a screen's error boundary, and by scripts that post to a form without a boundary.
  throw Response.json({ code, again } satisfies RefusedPage, { status });
}

/**
 * Runs a loader or action of any route and throws the `away` page if the database does not answer. Rethrows
 * other errors.
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
 * Runs a page's work and throws domain errors as the page's response, see `refusePage`.
 * @throws whatever `work` throws that is not a DomainError
 */
export function orRefuse<T>(args: Refused, work: () => Promise<T>): Promise<T> {
  return work().catch((error: unknown) => refusePage(args, error));
}

/**
 * Parses an id from a page's URL.
 * @throws DomainError page_not_found if it is invalid
 */
export function pageId(text: string | undefined): number {
  const id = readWholeId(text);
  if (id === undefined) throw new DomainError('page_not_found');
  return id;
}

/**
 * The loader of a form without its own page: redirects to the screen with the form.
 * @param id the route parameter with the row's id
 */
export function redirectLoader(screen: string, id: string) {
  return (args: LoaderFunctionArgs) =>
    orRefuse(args, async () => {
      pageId(args.params[id]);
      return redirect(screen);
    });
}
