import { useActionData, useNavigation } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { isUnsent } from '~/browser/keep-form';

/**
 * Counts the successful submissions of a form that stays on its screen. Used as the form's `key`, it renders
 * a new form with the server's values each time; the focus stays at its button.
 * @param form its id, and the value of `intent` that it posts
 * @param lastResult the action's errors if it failed, and nothing after a success
 */
export function useSubmissionCount(
  { id, intent }: { id: string; intent: string },
  lastResult: object | null | undefined,
): number {
  const [rounds, setRounds] = useState(0);
  const isPending = useNavigation().formData?.get('intent') === intent;
  const wasPending = useRef(false);
  const wasUnsent = isUnsent(useActionData());

  useEffect(() => {
    const isDone = !lastResult && !wasUnsent;
    if (wasPending.current && !isPending && isDone) setRounds((count) => count + 1);
    wasPending.current = isPending;
  }, [isPending, lastResult, wasUnsent]);

  useEffect(() => {
    if (rounds === 0 || document.activeElement !== document.body) return;
    const button = document.getElementById(id)?.querySelector<HTMLElement>('[type="submit"]');
    button?.focus({ preventScroll: true });
  }, [rounds, id]);

  return rounds;
}
