import { useActionData } from '@remix-run/react';
import { useRef } from 'react';
import type { Answer } from './answer';
import { isUnsent } from './keep-form';

/**
 * What the page's action answered last. That the server was not reached is no answer: the form goes on
 * from the one before.
 */
export function useAnswer<T>() {
  const answer = useActionData<T>();
  return useLastAnswer(answer) as Exclude<typeof answer, Answer>;
}

/** The same of an answer to a fetcher. */
export function useLastAnswer<T>(answer: T): T | undefined {
  const last = useRef<T>();
  if (!isUnsent(answer)) last.current = answer;
  return last.current;
}
