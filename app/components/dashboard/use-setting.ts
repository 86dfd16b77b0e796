import { useFetcher } from '@remix-run/react';
import { useEffect, useRef, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ErrorCode } from '~/models/errors';

/** What changing a setting answers to a script. */
export type SettingAnswer = { ok: true } | { ok: false; code: ErrorCode | 'offline' };

/**
 * Sends one of the event's settings in the background; the screen stays as it is.
 * @param onFailed hears the reason in the reader's words
 * @returns `submit` for a form's `onSubmit`, `send` for a form that was put together by hand, and what
 *   is on its way, so that a control can show it at once
 */
export function useSetting(
  action: string,
  { onSaved, onFailed }: { onSaved?: () => void; onFailed: (reason: string) => void },
) {
  const { t } = useTranslation(['event', 'errors']);
  const fetcher = useFetcher<SettingAnswer>();
  const answer = fetcher.data;
  const heard = useRef(answer);

  useEffect(() => {
    if (fetcher.state !== 'idle' || !answer || heard.current === answer) return;
    heard.current = answer;
    if (answer.ok) return onSaved?.();
    onFailed(answer.code === 'offline' ? t('event:offline') : t(`errors:${answer.code}`));
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
