import { isRouteErrorResponse, useLocation, type ClientLoaderFunctionArgs } from '@remix-run/react';
import { useEffect } from 'react';
import { screenPath } from '~/dialog-address';
import { noteAnswer, noteSilence, waitForServer } from './reach';

/**
 * What the `clientLoader` of a screen or dialog returns instead of its data if the server does not answer.
 */
const NO_ANSWER = { noAnswer: true } as const;

/** Whether a route has no data because the server did not answer. */
export function isUnanswered(data: unknown): boolean {
  return data === NO_ANSWER;
}

let drawn: string | null = null;

/**
 * Notes which screen is drawn. The window's URL does not tell: on Back it changes before anything is loaded.
 */
export function useNoteDrawn(): void {
  const location = useLocation();
  useEffect(() => {
    drawn = screenPath(location);
  }, [location]);
}

/**
 * The `clientLoader` of every screen and dialog inside a frame. If nothing answers, the frame shows
 * `NoAnswer` in its place (`isUnanswered`). A screen that is already drawn stays: its reload waits for the
 * server.
 * @throws what the server throws: redirects and refusals
 */
export async function clientLoader(args: ClientLoaderFunctionArgs): Promise<unknown> {
  const isDrawn = screenPath(new URL(args.request.url)) === drawn;
  if (isDrawn) return untilAnswered(args);
  const answer = await ask(args);
  return answer === undefined ? NO_ANSWER : answer;
}

/**
 * The `clientLoader` of frames, and of screens without a frame. It waits until the server answers, and the
 * current screen stays as it is.
 * @throws what the server throws; the signal's reason if the router aborts the load
 */
export async function untilAnswered(args: ClientLoaderFunctionArgs): Promise<unknown> {
  for (;;) {
    const answer = await ask(args);
    if (answer !== undefined) return answer;
    await waitForServer(args.request.signal);
  }
}

/**
 * Asks the server once.
 * @returns undefined if nothing answers
 */
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

/** The error that Remix throws if an answer breaks off or is not Remix's own, such as a proxy's page. */
const UNREADABLE = /^Unable to decode turbo-stream/;

/**
 * Whether an error of a load or a form came from the server. A connection that fails or breaks off, a proxy
 * without a server, and a server without its database do not count as an answer.
 */
export function isAnswer(error: unknown): boolean {
  if (isRouteErrorResponse(error)) {
    return (error.data as { code?: unknown } | null)?.code !== 'away';
  }
  // `fetch` throws a TypeError if nothing answers.
  if (error instanceof TypeError) return false;
  return !(error instanceof Error && UNREADABLE.test(error.message));
}
