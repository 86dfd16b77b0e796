import type { ClientActionFunctionArgs } from '@remix-run/react';
import type { Refusal } from './answer';
import { waitForServer } from './keep-screens';
import { readStars, writeStars, type KeptStar } from './star-store';

// Stars given where there is no connection (rule `stars.kept`). Each is written down on the device, in the
// order in which they were given, and sent in that order once the server answers. Meanwhile its fetcher goes on,
// so the star stays lit on whatever screen. Giving and taking back may be sent twice: the second does nothing.

/** Raised on the window when a star begins to wait; `KeptStars` says so. */
export const STAR_KEPT = 'star-kept';

/**
 * Sends a star as its form does; where the server is out of reach, once it is not.
 * @returns what the server answers; with `isLate` where it had to wait
 * @throws what the server throws: redirects and error pages
 */
export async function sendStar({ request, serverAction }: ClientActionFunctionArgs) {
  const form = new URLSearchParams(await request.clone().text());
  const path = new URL(request.url).pathname;
  const on = form.get('on') === '1';
  const others = readStars().filter((star) => star.path !== path);
  if (others.length === 0) {
    try {
      const answer = await serverAction<object>();
      forget((star) => star.path === path);
      return answer;
    } catch (error) {
      // What `fetch` throws when nothing answers, and `keepScreens` for a proxy without a server.
      if (!(error instanceof TypeError)) throw error;
    }
  }
  const id = crypto.getRandomValues(new Uint32Array(2)).join('-');
  const star = { id, userId: userId(), path, on };
  // Of two for the same photo the last one counts.
  writeStars([...readStars().filter((other) => other.path !== path), star]);
  window.dispatchEvent(new Event(STAR_KEPT));
  return inTurn(() => untilAnswered(star, form, request.signal));
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
  for (;;) {
    // The last one of the same photo counts.
    if (!readStars().some(({ id }) => id === star.id))
      return { ok: true, toast: null, isLate: true };
    try {
      const response = await fetch(star.path, { method: 'POST', body: form });
      // Whoever was signed in is not any more: it waits for them on the device.
      if (response.redirected) return { ...SIGNED_OUT, isLate: true };
      if (![502, 503, 504].includes(response.status)) {
        const answer = (await response.json()) as object;
        forget(({ id }) => id === star.id);
        return { ...answer, isLate: true };
      }
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
    await waitForServer(signal);
  }
}

/** Who is signed in, as the frame of the event's screens knows. */
function userId(): number {
  const { loaderData } = window.__remixRouter.state;
  const frame = loaderData['routes/event/shell'] as { viewer?: { userId?: number } } | undefined;
  return frame?.viewer?.userId ?? 0;
}

function forget(isGone: (star: KeptStar) => boolean): void {
  writeStars(readStars().filter((star) => !isGone(star)));
}
