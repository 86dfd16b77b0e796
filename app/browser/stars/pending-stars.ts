import { isRouteErrorResponse, type ClientActionFunctionArgs } from '@remix-run/react';
import { isCode } from '~/models/error-code';
import type { Answer, Refusal } from '~/browser/answer';
import { waitBeforeNext } from '~/browser/uploads/busy-wait';
import { isLastWord } from '~/browser/last-word';
import { memberHere } from './member';
import { noteAnswer, noteSilence, waitForServer } from '~/browser/reach';
import { readStars, writeStars, type KeptStar } from './star-store';

// Stars given where there is no connection (rule `stars.kept`). Each is written down on the device, in the
// order in which they were given, and sent in that order once the server answers. Meanwhile its fetcher goes on,
// so the star stays lit on whatever screen. Giving and taking back may be sent twice: the second does nothing.
// A server that answers, but neither takes the star nor says why it refuses it, is asked again later and later;
// the other stars do not wait for that.

/** When a server that has not said why it failed is asked again, in seconds; then after longer and longer. */
const AGAIN_S = 5;

/** Raised on the window when a star begins to wait; `KeptStars` says so. */
export const STAR_KEPT = 'star-kept';

/**
 * Sends a star as its form does; where the server is out of reach, or fails at it, once it can take it.
 * @returns what the server answers; with `isLate` where it had to wait
 * @throws what the server throws: redirects, and error pages that refuse it
 */
export async function sendStar({ request, serverAction }: ClientActionFunctionArgs) {
  const form = new URLSearchParams(await request.clone().text());
  const path = new URL(request.url).pathname;
  const on = form.get('on') === '1';
  const others = readStars().filter((star) => star.path !== path);
  if (others.length === 0) {
    try {
      const answer = await serverAction<Answer>();
      if (!('mayPass' in answer)) {
        forget((star) => star.path === path);
        return answer;
      }
    } catch (error) {
      if (isFinal(error)) throw error;
    }
  }
  const id = crypto.getRandomValues(new Uint32Array(2)).join('-');
  const star = { id, userId: memberHere() ?? 0, path, on };
  // Of two for the same photo the last one counts.
  writeStars([...readStars().filter((other) => other.path !== path), star]);
  window.dispatchEvent(new Event(STAR_KEPT));
  return untilAnswered(star, form, request.signal);
}

/**
 * Whether what Remix throws is the server's last word: a redirect or a refusal. Anything else is a server out of
 * reach, one that fails, or an answer that is none of the application's.
 */
function isFinal(error: unknown): boolean {
  if (error instanceof Response) return true;
  if (error instanceof DOMException && error.name === 'AbortError') return true;
  return isRouteErrorResponse(error) && isLastWord(error.status);
}

const SIGNED_OUT = { ok: false, code: 'authentication_required', toast: null } satisfies Refusal;

let before: Promise<unknown> = Promise.resolve();

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = before.then(work);
  before = turn.catch(() => undefined);
  return turn;
}

/** @throws AbortError where another press of the same star has taken its place */
async function untilAnswered(star: KeptStar, form: URLSearchParams, signal: AbortSignal) {
  for (let tries = 1; ; tries += 1) {
    const { answer, retryAfter } = await inTurn(() => attempt(star, form, signal));
    if (answer) return { ...answer, isLate: true };
    await waitForServer(signal, waitBeforeNext(tries, retryAfter || AGAIN_S));
  }
}

/** What a server said that was reached: an answer, or when it is to be asked again, in seconds. */
interface Attempt {
  answer?: Answer;
  retryAfter: number;
}

/** Sends a star once the server is in reach. */
async function attempt(
  star: KeptStar,
  form: URLSearchParams,
  signal: AbortSignal,
): Promise<Attempt> {
  for (;;) {
    const isHere = (kept: KeptStar) => kept.id === star.id;
    // The last one of the same photo counts.
    if (!readStars().some(isHere)) return { answer: { ok: true, toast: null }, retryAfter: 0 };
    signal.throwIfAborted();
    const response = await post(star.path, form);
    if (response) {
      // Whoever was signed in is not any more: it waits for them on the device.
      if (response.redirected) return { answer: SIGNED_OUT, retryAfter: 0 };
      const answer = isLastWord(response.status) ? await readAnswer(response) : null;
      if (answer) forget(isHere);
      const retryAfter = Number(response.headers.get('Retry-After')) || 0;
      return { answer: answer ?? undefined, retryAfter };
    }
    await waitForServer(signal);
  }
}

/** @returns null where nothing answers, or a proxy without a server */
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

/** What the application says of a star, by its action or a guard; null for whatever else an answer can hold. */
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

function forget(isGone: (star: KeptStar) => boolean): void {
  writeStars(readStars().filter((star) => !isGone(star)));
}
