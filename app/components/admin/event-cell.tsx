import type { SubmissionResult } from '@conform-to/react';
import { useFetcher } from '@remix-run/react';
import { useEffect, useRef, useState, type InputHTMLAttributes } from 'react';
import { useTranslation } from 'react-i18next';
import { isCode } from '~/models/error-code';
import type { Answer } from '~/browser/answer';
import { isUnsent } from '~/browser/keep-form';
import { useHydrated } from '~/components/ui/use-hydrated';
import { Icon } from '../ui/icon';
import { SubmitButton } from '../ui/submit';
import { UNSAVED } from './use-unsaved-cells';

/**
 * An editable value in the table. With scripts the button appears after a change; without them it is always
 * visible.
 */
export function EventCell({
  event,
  intent,
  reply: pageReply,
  here,
  label,
  hint,
  initial,
  ...input
}: {
  event: { id: number };
  intent: 'end' | 'max';
  /** The error of a form without scripts, shown at its field. */
  reply?: SubmissionResult<string[]>;
  /** The table's URL, so that an error is shown in the same rows. */
  here: string;
  label: string;
  hint?: string;
  initial: string;
} & Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'min' | 'max' | 'required' | 'inputMode'
>) {
  const { t } = useTranslation(['admin', 'errors']);
  const fetcher = useFetcher<SubmissionResult<string[]> | Answer>();
  const { state } = fetcher;
  const wasUnsent = isUnsent(fetcher.data);
  const answer = fetcher.data && 'error' in fetcher.data ? fetcher.data : undefined;
  const reply = answer ?? (pageReply?.initialValue?.intent === intent ? pageReply : undefined);
  const refused = reply && String(reply.initialValue?.value ?? '');
  const [value, setValue] = useState(refused ?? initial);
  const field = useRef<HTMLInputElement>(null);
  const isHydrated = useHydrated();
  const isSaving = state !== 'idle';
  const wasSaving = useRef(false);
  const isChanged = value.trim() !== initial;
  // The error is hidden once another value is typed.
  const error =
    refused === value.trim() && !isSaving
      ? Object.values(reply?.error ?? {})
          .flat()
          .find(isCode)
      : undefined;
  const id = `${intent}-${event.id}`;
  const notes = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');

  // The button disappears after saving. The focus moves to the field, otherwise it would be lost.
  useEffect(() => {
    setValue(initial);
    if (document.activeElement?.closest('form') === field.current?.form) field.current?.focus();
  }, [initial]);
  useEffect(() => {
    if (error) field.current?.focus();
  }, [error]);
  useEffect(() => {
    const hasEnded = wasSaving.current && state === 'idle';
    wasSaving.current = state !== 'idle';
    if (!hasEnded) return;
    // Shows the value as it is stored: “060” becomes 60.
    if (!answer && !wasUnsent) setValue(initial);
  }, [state, wasUnsent, answer, initial]);

  return (
    <fetcher.Form method="post" action={here} noValidate {...{ [UNSAVED]: isChanged || undefined }}>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="eventId" value={event.id} />
      <div className="flex flex-wrap items-center gap-2 max-laptop:justify-end">
        <input
          {...input}
          ref={field}
          className={`input min-h-11 px-2.5 py-1.5 text-sm/[1.4] ${input.type === 'date' ? 'w-38' : 'w-22'}`}
          id={id}
          name="value"
          aria-label={label}
          aria-invalid={error ? true : undefined}
          aria-describedby={notes || undefined}
          autoComplete="off"
          value={value}
          onChange={(change) => setValue(change.currentTarget.value)}
        />
        {(!isHydrated || isChanged || isSaving) && (
          <SubmitButton
            className="slim whitespace-nowrap"
            pending={isSaving}
            label={t('events.save')}
            // A table has no room for the longer text.
            busyLabel={<span className="sr-only">{t('events.saving')}</span>}
          />
        )}
      </div>
      {hint && (
        <p className="text-xs text-ink-soft max-laptop:text-right" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="field-error max-w-56 text-left" id={`${id}-error`} role="alert">
          <Icon name="alert" />
          <span>
            <strong>{t(`events.${intent}_invalid`)}</strong> {t(`errors:${error}`)}
          </span>
        </p>
      )}
    </fetcher.Form>
  );
}
