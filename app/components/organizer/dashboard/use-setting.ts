import { useFetcher } from '@remix-run/react';
import { useEffect, useRef, type FormEvent } from 'react';
import { toast } from '~/components/shell/toast';
import type { Answer, Said } from '~/browser/answer';
import { preloadCode } from '~/browser/code-ahead';

/**
 * Sends one of the event's settings in the background, so the screen stays as it is. Errors are shown as a toast.
 * @param options.onSaved gets the notice of a success
 * @returns `submit` for a form's `onSubmit`, `send` for form data built by hand, and the pending data, so that a
 *   control can show it immediately
 */
export function useSetting(
  action: string,
  { onSaved, onFailed }: { onSaved?: (toast: Said | null) => void; onFailed?: () => void } = {},
) {
  const fetcher = useFetcher<Answer>();
  const answer = fetcher.data;
  const heard = useRef(answer);

  // Form data built by hand has no form element that names the target, so its route is loaded here.
  useEffect(() => preloadCode(action), [action]);

  useEffect(() => {
    if (fetcher.state !== 'idle' || !answer || heard.current === answer) return;
    heard.current = answer;
    if (answer.ok) return onSaved?.(answer.toast);
    onFailed?.();
    if (answer.toast) toast(answer.toast);
  });

  function send(form: FormData, encType?: 'multipart/form-data') {
    form.set('answer', 'data');
    fetcher.submit(form, { method: 'post', action, encType });
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    send(new FormData(event.currentTarget));
  }
  return { submit, send, pending: fetcher.formData };
}
