import { translator } from '~/i18n/i18n.server';
import type { RequestArgs } from './context';
import { orAway } from './refusal.server';

/** What people tell the administrator when a page has failed: the request's id, in the reader's language. */
export async function referenceText(request: Request, id: string): Promise<string> {
  return (await translator(request))('server:failure.reference', { id });
}

/**
 * Runs a loader or action of any route. If it fails in a way that no rule knows, the error is logged, and the error
 * screen shows the request's id, even after a navigation by script (rule `screens.reference`).
 * @throws a response for the error screen, and the responses that the route itself throws
 */
export async function orFailedPage<T>(args: RequestArgs, ask: () => T): Promise<Awaited<T>> {
  try {
    return await orAway(args, ask);
  } catch (error) {
    const { request, context } = args;
    const isFailure = error instanceof Error;
    const isFailedPage = error instanceof Response && error.status === 500;
    if (request.signal.aborted || !(isFailure || isFailedPage)) throw error;
    if (isFailure) {
      context.log.error({ err: error }, 'request failed');
      context.logFailure(error);
    }
    // The code of a rule's failure decides on the screen's text.
    const known = isFailedPage ? ((await error.json()) as object) : {};
    const reference = await referenceText(request, context.requestId);
    throw Response.json({ ...known, reference }, { status: 500 });
  }
}
