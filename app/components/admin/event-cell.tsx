import { useFetcher } from '@remix-run/react';
import { useEffect, useRef, useState, type InputHTMLAttributes } from 'react';
import { useTranslation } from 'react-i18next';
import type { ErrorCode } from '~/models/errors';
import { isOfflineAnswer, type OfflineAnswer } from '~/offline/offline-answer';
import { useToast } from '~/components/shell/toaster';
import { useHydrated } from '~/components/ui/use-hydrated';
import { Icon } from '../ui/icon';
import { SubmitButton } from '../ui/submit';

/** What the action answers to a value that it did not take; it stays in its field. */
export interface CellReply {
  eventId: number;
  intent: 'end' | 'max';
  value: string;
  code: ErrorCode;
}

/**
 * A value in the table that can be changed where it stands: with scripts the button comes once it
 * has been, without them it is always there.
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
  intent: CellReply['intent'];
  /** Of a form without scripts. */
  reply?: CellReply;
  /** The address of the table, so that an error stands in the same rows. */
  here: string;
  label: string;
  hint?: string;
  initial: string;
} & Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'min' | 'max' | 'required' | 'inputMode'
>) {
  const { t } = useTranslation(['admin', 'errors', 'event']);
  const fetcher = useFetcher<CellReply | OfflineAnswer>();
  const { state } = fetcher;
  const isOffline = isOfflineAnswer(fetcher.data);
  const answer = isOfflineAnswer(fetcher.data) ? undefined : fetcher.data;
  const reply = answer ?? (pageReply?.intent === intent ? pageReply : undefined);
  const toast = useToast();
  const [value, setValue] = useState(reply?.value ?? initial);
  const field = useRef<HTMLInputElement>(null);
  const isHydrated = useHydrated();
  const isSaving = state !== 'idle';
  const wasSaving = useRef(false);
  const isChanged = value.trim() !== initial;
  // Once another value is typed, the error of the last one is hidden.
  const error = reply && reply.value === value && !isSaving ? reply.code : undefined;
  const id = `${intent}-${event.id}`;
  const notes = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');

  // Once saved the button goes; the focus moves to the field, or it would be lost.
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
    if (isOffline)
      toast({ tone: 'bad', title: t(`events.${intent}_failed`), text: t('event:offline') });
    // What was saved stands there as it is stored: “060” is 60.
    else if (!answer) setValue(initial);
  }, [state, isOffline, answer, initial, intent, toast, t]);

  return (
    <fetcher.Form className="cell" method="post" action={here} preventScrollReset noValidate>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="eventId" value={event.id} />
      <div className="row">
        <input
          {...input}
          ref={field}
          className="input"
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
            className="slim"
            pending={isSaving}
            label={t('events.save')}
            // A table has no room for the longer word.
            busyLabel={<span className="vh">{t('events.saving')}</span>}
          />
        )}
      </div>
      {hint && (
        <p className="tiny soft" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="err" id={`${id}-error`} role="alert">
          <Icon name="alert" />
          <span>
            <strong>{t(`events.${intent}_invalid`)}</strong> {t(`errors:${error}`)}
          </span>
        </p>
      )}
    </fetcher.Form>
  );
}
