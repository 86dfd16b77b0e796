import { useRevalidator } from '@remix-run/react';
import { useRef } from 'react';
import { useAdaptivePolling, type PollSchedule } from './adaptive-polling';

/**
 * Asks a call of §7 at an adaptive pace and loads the screen anew when its answer differs from the
 * last one. The calls answer 304 while nothing changed, so that a whole party can poll; without a
 * connection the screen stays as it is.
 * @param known what the screen was drawn from, as the call writes it; unknown, the first answer
 */
export function useChangePolling(url: string, schedule: PollSchedule, known?: unknown): void {
  const { revalidate, state } = useRevalidator();
  const last = useRef<{ url: string; answer: string | undefined }>();
  if (last.current?.url !== url) {
    last.current = { url, answer: known === undefined ? undefined : JSON.stringify(known) };
  }

  useAdaptivePolling(async () => {
    const answer = await ask(url);
    if (answer === null || last.current?.url !== url) return;
    const isChanged = last.current.answer !== undefined && last.current.answer !== answer;
    last.current.answer = answer;
    if (isChanged && state === 'idle') revalidate();
  }, schedule);
}

/** The answer's text; a refusal is an answer too (the event has ended), no connection is none. */
async function ask(url: string): Promise<string | null> {
  try {
    const response = await fetch(url, { headers: { Accept: 'application/json' } });
    return response.status < 500 ? await response.text() : null;
  } catch {
    return null;
  }
}
