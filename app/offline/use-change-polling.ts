import { useRevalidator } from '@remix-run/react';
import { useCallback, useRef } from 'react';
import { useAdaptivePolling } from './adaptive-polling';
import type { PollSchedule } from './poll-schedules';

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
  /** Hears each answer. */
  onAnswer?: (answer: unknown) => void;
}

/**
 * Asks an endpoint at an adaptive pace and loads the screen anew when the answer has changed. Without a
 * connection the screen stays as it is.
 * @returns asks at once
 */
export function useChangePolling({
  url,
  schedule,
  pick = (it) => it,
  known,
  silent = [],
  onAnswer,
}: Watched): () => Promise<void> {
  const { revalidate, state } = useRevalidator();
  const drawn = known === undefined ? undefined : JSON.stringify(known);
  const last = useRef<{ url: string; drawn?: string; answer?: string }>();
  // Drawn anew, by a poll or otherwise: that is what the next answer is compared with.
  if (!last.current || last.current.url !== url || last.current.drawn !== drawn) {
    last.current = { url, drawn, answer: drawn };
  }

  const look = async () => {
    const asked = await ask(url, silent);
    if (asked === null || last.current?.url !== url) return;
    if ('answer' in asked) onAnswer?.(asked.answer);
    const answer =
      'answer' in asked ? JSON.stringify(pick(asked.answer)) : `refused ${asked.refused}`;
    const isChanged = last.current.answer !== undefined && last.current.answer !== answer;
    last.current.answer = answer;
    if (isChanged && state === 'idle') revalidate();
  };
  const latest = useRef(look);
  latest.current = look;
  useAdaptivePolling(look, schedule);
  return useCallback(() => latest.current(), []);
}

/** What an endpoint says now; a refusal is an answer too, no connection is none. */
async function ask(
  url: string,
  silent: readonly number[],
): Promise<{ answer: unknown } | { refused: number } | null> {
  try {
    const response = await fetch(url, { headers: { Accept: 'application/json' } });
    if (response.ok) return { answer: await response.json() };
    const isAnswer = response.status < 500 && !silent.includes(response.status);
    return isAnswer ? { refused: response.status } : null;
  } catch {
    return null;
  }
}
