import { isRouteErrorResponse, useLocation, type ClientLoaderFunctionArgs } from '@remix-run/react';
import { useEffect } from 'react';
import { screenPath } from '~/dialog-address';
import { noteAnswer, noteSilence, waitForServer } from './reach';

/** What a screen's or a dialog's `clientLoader` returns instead of its data when the server does not answer. */
const NO_ANSWER = { noAnswer: true } as const;

/** Whether a route has no data because the server did not answer. */
export function isUnanswered(data: unknown): boolean {
  return data === NO_ANSWER;
}

let drawn: string | null = null;

/** Notes which screen is drawn. The window's address does not say: on Back it changes before anything is loaded. */
export function useNoteDrawn(): void {
  const location = useLocation();
  useEffect(() => {
    drawn = screenPath(location);
  }, [location]);
}

/**
 * The `clientLoader` of every screen and dialog that is drawn in a frame, which draws `NoAnswer` in its place
 * when nothing answers (`isUnanswered`). A screen that is drawn already stays: its reload waits for the server.
 * @throws what the server throws: redirects and refusals
 */
export async function clientLoader(args: ClientLoaderFunctionArgs): Promise<unknown> {
  const isDrawn = screenPath(new URL(args.request.url)) === drawn;
  if (isDrawn) return untilAnswered(args);
  const answer = await ask(args);
  return answer === undefined ? NO_ANSWER : answer;
}

/**
 * The `clientLoader` of frames, and of screens without one: it waits until the server answers, and the screen that is
 * there stays as it is.
 * @throws what the server throws; the signal's reason once the router has given the load up
 */
export async function untilAnswered(args: ClientLoaderFunctionArgs): Promise<unknown> {
  for (;;) {
    const answer = await ask(args);
    if (answer !== undefined) return answer;
    await waitForServer(args.request.signal);
  }
}

/** Asks the server once. @returns undefined when nothing answers */
async function ask({ request, serverLoader }: ClientLoaderFunctionArgs): Promise<unknown> {
  try {
    const data = await serverLoader<unknown>();
    // The service worker may have answered from its cache. It tells the page itself when the server is back.
    if (!navigator.serviceWorker?.controller) noteAnswer();
    return data;
  } catch (error) {
    if (request.signal.aborted || isAnswer(error)) throw error;
    noteSilence();
    return undefined;
  }
}

/** What Remix throws when an answer breaks off, or is none of its own: a proxy's page. */
const UNREADABLE = /^Unable to decode turbo-stream/;

/**
 * Whether the server said what a load or a form was rejected with. A connection that fails or breaks off, a proxy
 * without its server, and a server without its database count as no answer.
 */
export function isAnswer(error: unknown): boolean {
  if (isRouteErrorResponse(error)) {
    return (error.data as { code?: unknown } | null)?.code !== 'away';
  }
  // `fetch` throws a TypeError when nothing answers.
  if (error instanceof TypeError) return false;
  return !(error instanceof Error && UNREADABLE.test(error.message));
}
