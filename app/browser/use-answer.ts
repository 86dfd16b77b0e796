import { useActionData } from '@remix-run/react';
import { useRef } from 'react';
import type { Answer } from './answer';
import { isUnsent } from './keep-form';
import { useScreen } from '~/components/dialogs/screen';

/**
 * What the page's action answered last. That the server was not reached is no answer: the form goes on
 * from the one before. The router drops an answer when it loads the page anew because something has
 * changed; what is shown once, such as recovery codes, stays until the page is left or a form is sent.
 */
export function useAnswer<T>() {
  const answer = useActionData<T>();
  const { key } = useScreen();
  const last = useRef<{ key: string; answer: typeof answer }>();
  if (isUnsent(answer)) last.current = { key, answer: last.current?.answer };
  else if (answer !== undefined || last.current?.key !== key) last.current = { key, answer };
  return last.current.answer as Exclude<typeof answer, Answer>;
}

/** The same of an answer to a fetcher. */
export function useLastAnswer<T>(answer: T): T | undefined {
  const last = useRef<T>();
  if (!isUnsent(answer)) last.current = answer;
  return last.current;
}
