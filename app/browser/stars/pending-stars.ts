import { isRouteErrorResponse, type ClientActionFunctionArgs } from '@remix-run/react';
import { isCode } from '~/models/error-code';
import type { Answer, Refusal } from '~/browser/answer';
import { waitBeforeNext } from '~/browser/uploads/busy-wait';
import { clockDoubt, serverNow } from '~/browser/live/server-clock';
import { isFinalStatus } from '~/browser/final-status';
import { memberHere } from './member';
import { noteAnswer, noteSilence, waitForServer } from '~/browser/reach';
import { readStars, writeStars, type PendingStar } from './star-store';

// Stars on their way (rule `stars.pending`). Each is stored on the device until the server has answered, and they are
// sent one after another, in the order of the presses. Without a connection they wait, and the fetcher keeps running,
// so the star stays lit on every screen. Giving or taking back may be sent twice: the second time changes nothing. If
// the server answers but neither accepts the star nor says why, it is asked again after longer and longer pauses. The
// other stars do not wait for that.

/**
 * The first pause before a server that gave no reason is asked again, in seconds. Later pauses are longer.
 */
const AGAIN_S = 5;

/** Raised on the window when a star becomes pending. `PendingStars` tells the user. */
export const STAR_PENDING = 'star-pending';

/** How many stars wait, because the server did not take them. New ones then wait behind them. */
let waiting = 0;

/**
 * Sends a star as its form does. If the server cannot be reached or fails, the star is sent as soon as it can
 * take it.
 * @returns the server's answer, with `isLate` if the star had to wait
 * @throws what the server throws: redirects, and error pages that refuse it
 */
export async function sendStar({ request, serverAction }: ClientActionFunctionArgs) {
  const form = new URLSearchParams(await request.clone().text());
  const path = new URL(request.url).pathname;
  const on = form.get('on') === '1';
  // A late star counts if it was given in time (rule `voting.late-star`). The earliest moment at which it may have been
  // given is what counts: a slow answer must not move the press past the close of voting.
  const now = serverNow();
  const givenAt = form.get('givenAt') ?? (now ? new Date(now - clockDoubt()).toISOString() : '');
  form.set('givenAt', givenAt);
  const id = crypto.getRandomValues(new Uint32Array(2)).join('-');
  const star = { id, userId: memberHere() ?? 0, path, on, givenAt };
  // Stored before it is sent, because the page may be closed before the answer. Of two presses for the same photo, the
  // last one counts.
  writeStars([...readStars().filter((other) => other.path !== path), star]);
  if (waiting > 0) waiting += 1;
  else {
    const answer = await inTurn(() => tryFirst(star, () => serverAction<Answer>()));
    if (answer) return answer;
  }
  window.dispatchEvent(new Event(STAR_PENDING));
  try {
    return await untilAnswered(star, form, request.signal);
  } finally {
    waiting -= 1;
  }
}

/**
 * Sends a star through Remix, which follows redirects and shows error pages.
 * @returns null if the star has to wait; it is counted as waiting before its turn ends, or the next would overtake it
 * @throws what the server throws
 */
async function tryFirst(star: PendingStar, send: () => Promise<Answer>): Promise<Answer | null> {
  if (isReplaced(star)) return REPLACED;
  try {
    const answer = waiting > 0 ? null : await send();
    if (answer && !('mayPass' in answer)) {
      forget(star);
      return answer;
    }
  } catch (error) {
    if (isFinal(error)) {
      // An aborted request may not have arrived.
      if (!isAbort(error)) forget(star);
      throw error;
    }
  }
  waiting += 1;
  return null;
}

/**
 * Whether an error that Remix throws is final: a redirect or a refusal. Otherwise the server cannot be
 * reached or fails, or the answer is not the application's.
 */
function isFinal(error: unknown): boolean {
  if (error instanceof Response || isAbort(error)) return true;
  return isRouteErrorResponse(error) && isFinalStatus(error.status);
}

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

const SIGNED_OUT = { ok: false, code: 'authentication_required', toast: null } satisfies Refusal;
const REPLACED = { ok: true, toast: null } satisfies Answer;

let before: Promise<unknown> = Promise.resolve();

/** Sends one star at a time: of two requests on their way, the server may handle the second one first. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = before.then(work);
  before = turn.catch(() => undefined);
  return turn;
}

/** @throws AbortError if another press of the same star replaces this one */
async function untilAnswered(star: PendingStar, form: URLSearchParams, signal: AbortSignal) {
  for (let tries = 1; ; tries += 1) {
    const { answer, retryAfter } = await inTurn(() => attempt(star, form, signal));
    if (answer) return { ...answer, isLate: true };
    await waitForServer(signal, waitBeforeNext(tries, retryAfter || AGAIN_S));
  }
}

/** The result of one try: an answer, or the seconds until the next try. */
interface Attempt {
  answer?: Answer;
  retryAfter: number;
}

/** Sends a star once the server can be reached. */
async function attempt(
  star: PendingStar,
  form: URLSearchParams,
  signal: AbortSignal,
): Promise<Attempt> {
  for (;;) {
    if (isReplaced(star)) return { answer: REPLACED, retryAfter: 0 };
    signal.throwIfAborted();
    const response = await post(star.path, form);
    if (response) {
      // The user is signed out. The star stays on the device.
      if (response.redirected) return { answer: SIGNED_OUT, retryAfter: 0 };
      const answer = isFinalStatus(response.status) ? await readAnswer(response) : null;
      if (answer) forget(star);
      const retryAfter = Number(response.headers.get('Retry-After')) || 0;
      return { answer: answer ?? undefined, retryAfter };
    }
    await waitForServer(signal);
  }
}

/** @returns null if nothing answers, or only a proxy without a server */
async function post(path: string, body: URLSearchParams): Promise<Response | null> {
  try {
    const response = await fetch(path, { method: 'POST', body });
    const isOurs = response.headers.has('X-Request-Id');
    if (!isOurs && [502, 503, 504].includes(response.status)) return silence();
    noteAnswer();
    return response;
  } catch (error) {
    if (error instanceof TypeError) return silence();
    throw error;
  }
}

function silence(): null {
  noteSilence();
  return null;
}

/** The application's answer to a star, from its action or a guard; null for any other response. */
async function readAnswer(response: Response): Promise<Answer | null> {
  try {
    const answer = (await response.json()) as { ok?: unknown; code?: unknown } | null;
    if (typeof answer?.ok === 'boolean') return answer as Answer;
    const isRefusal = response.status >= 400 && isCode(answer?.code);
    return isRefusal ? ({ ok: false, code: answer?.code, toast: null } as Refusal) : null;
  } catch {
    return null;
  }
}

/** Whether a later press for the same photo has replaced this one. */
const isReplaced = (star: PendingStar) => !readStars().some(({ id }) => id === star.id);

function forget(star: PendingStar): void {
  writeStars(readStars().filter(({ id }) => id !== star.id));
}
