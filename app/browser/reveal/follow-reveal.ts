import { endpoints } from '~/endpoints';
import { noteAnswer, noteSilence, waitForServer } from '~/browser/reach';
import { clockDoubt, noteServerNow } from '~/browser/live/server-clock';
import { AHEAD_MS } from '~/models/event/reveal-steps';
import type { RevealShow } from '~/models/event/shape';

/** Phones ask for a place within this time after they may, so that a party's phones do not all ask together. */
const SPREAD_MS = 800;
/** When to ask again if nothing answered, or if the server's clock had not reached the moment. */
const AGAIN_MS = 1000;
const TOO_EARLY_MS = 250;
const TIMEOUT_MS = 5000;

/** What the page of a reveal is told. */
interface Hearing {
  onShow(show: RevealShow): void;
  /** Whether nothing answers, or the server answers again. */
  onReach(isLost: boolean): void;
}

/**
 * Asks for the places of a reveal until all are known: once at the beginning, which also gets the server's time, and
 * shortly before each step. A refusal ends it: the page's frame then reloads.
 * @param passed how many ms of the reveal have passed
 */
export async function followReveal(
  eventId: number,
  passed: () => number,
  { onShow, onReach }: Hearing,
  signal: AbortSignal,
): Promise<void> {
  const ask = async () => {
    for (;;) {
      const answer = await askOnce(eventId, signal);
      if (answer !== 'away') {
        onReach(false);
        return answer;
      }
      onReach(true);
      await waitForServer(signal, AGAIN_MS);
    }
  };
  let show = await ask();
  for (;;) {
    if (!show) return;
    onShow(show);
    const { steps, places } = show;
    const next = steps.find((step) => !places.some(({ place }) => place === step.place));
    if (!next) return;
    const due = next.at - AHEAD_MS + clockDoubt() + Math.random() * SPREAD_MS;
    await pause(Math.max(due - passed(), TOO_EARLY_MS), signal);
    show = await ask();
  }
}

/** @returns null if the server refuses, `away` if nothing answers */
async function askOnce(eventId: number, signal: AbortSignal): Promise<RevealShow | null | 'away'> {
  signal.throwIfAborted();
  // Older phones have no `AbortSignal.any`.
  const ending = new AbortController();
  const end = () => ending.abort();
  signal.addEventListener('abort', end);
  const timer = setTimeout(end, TIMEOUT_MS);
  const askedAt = Date.now();
  try {
    const answer = await fetch(endpoints.reveal(eventId), { signal: ending.signal });
    noteServerNow(answer, askedAt);
    if (answer.status >= 500) return 'away';
    noteAnswer();
    return answer.ok ? ((await answer.json()) as RevealShow) : null;
  } catch {
    signal.throwIfAborted();
    noteSilence();
    return 'away';
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}
