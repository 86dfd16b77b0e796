import { useActionData } from '@remix-run/react';
import { useRef } from 'react';
import type { Answer } from './answer';
import { isUnsent } from './keep-form';
import { useScreen } from './screen';

/**
 * The last answer of the page's action. An answer that says the server was not reached is skipped: the form
 * keeps the previous one. The router drops the answer when it reloads the page after a change. This hook
 * keeps it, because some things are shown once, such as recovery codes, until the user leaves the page or
 * sends a form.
 */
export function useAnswer<T>() {
  const answer = useActionData<T>();
  const { key } = useScreen();
  const last = useRef<{ key: string; answer: typeof answer }>();
  if (isUnsent(answer)) last.current = { key, answer: last.current?.answer };
  else if (answer !== undefined || last.current?.key !== key) last.current = { key, answer };
  return last.current.answer as Exclude<typeof answer, Answer>;
}

/** The same for the answer to a fetcher. */
export function useLastAnswer<T>(answer: T): T | undefined {
  const last = useRef<T>();
  if (!isUnsent(answer)) last.current = answer;
  return last.current;
}
