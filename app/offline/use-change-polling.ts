import { useRevalidator } from '@remix-run/react';
import { useRef } from 'react';
import { useAdaptivePolling, type PollSchedule } from './adaptive-polling';

/** An endpoint to ask, and how to tell whether what it answers is still what the screen shows. */
export interface Watched {
  /** An endpoint that answers JSON; it answers 304 while nothing changed, so a whole party can poll. */
  url: string;
  schedule: PollSchedule;
  /** What counts of an answer; all of it unless this says otherwise. */
  pick?: (answer: unknown) => unknown;
  /** What the screen was drawn from, as `pick` would give it; unknown, the first answer. */
  known?: unknown;
  /** Refusals that are no answer: the screen stays as it is. */
  silent?: readonly number[];
}

/**
 * Asks an endpoint at an adaptive pace and loads the screen anew when the answer has changed. Without a
 * connection the screen stays as it is.
 */
export function useChangePolling({
  url,
  schedule,
  pick = (it) => it,
  known,
  silent = [],
}: Watched): void {
  const { revalidate, state } = useRevalidator();
  const drawn = known === undefined ? undefined : JSON.stringify(known);
  const last = useRef<{ url: string; drawn?: string; answer?: string }>();
  // Drawn anew, by a poll or otherwise: that is what the next answer is compared with.
  if (!last.current || last.current.url !== url || last.current.drawn !== drawn) {
    last.current = { url, drawn, answer: drawn };
  }

  useAdaptivePolling(async () => {
    const answer = await ask(url, pick, silent);
    if (answer === null || last.current?.url !== url) return;
    const isChanged = last.current.answer !== undefined && last.current.answer !== answer;
    last.current.answer = answer;
    if (isChanged && state === 'idle') revalidate();
  }, schedule);
}

/** What counts of an answer, as text; a refusal is an answer too, no connection is none. */
async function ask(
  url: string,
  pick: (answer: unknown) => unknown,
  silent: readonly number[],
): Promise<string | null> {
  try {
    const response = await fetch(url, { headers: { Accept: 'application/json' } });
    if (response.ok) return JSON.stringify(pick(await response.json()));
    const isAnswer = response.status < 500 && !silent.includes(response.status);
    return isAnswer ? `refused ${response.status}` : null;
  } catch {
    return null;
  }
}
