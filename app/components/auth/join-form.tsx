import { getFormProps } from '@conform-to/react';
import type { SubmissionResult } from '@conform-to/react';
import { Form, Link, useNavigation } from '@remix-run/react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { EVENT_NAME_MIN, NAME_MAX } from '~/models/event/rules';
import { paths } from '~/paths';
import { CodeOnly } from './code-only';
import { toast } from '~/components/shell/toast';
import { Field } from '~/components/ui/field';
import { useServerForm } from '~/components/ui/form';
import { Note } from '~/components/ui/note';
import { SubmitButton } from '~/components/ui/submit';
import { useHydrated } from '~/components/ui/use-hydrated';

export type JoinValues = {
  event: string;
  organizerName: string;
};

/** The form with the names of event and organizer, which open an event. */
export function JoinForm({
  values,
  isOrganizer = false,
  action,
  lastResult,
}: {
  values: JoinValues;
  /** The form's target, if not the page's own URL. */
  action?: string;
  /** Whether an organizer fills it in, who then continues to the sign-in. */
  isOrganizer?: boolean;
  lastResult?: SubmissionResult<string[]>;
}) {
  const { t } = useTranslation(['auth', 'errors']);
  const [form, fields] = useServerForm<JoinValues>({
    id: 'join',
    lastResult,
    defaultValue: values,
  });
  const isPending = useNavigation().formMethod === 'POST';

  function warnOfEmptyEvent({ currentTarget }: FormEvent<HTMLFormElement>) {
    if (String(new FormData(currentTarget).get('event')).trim() === '') {
      toast({ tone: 'bad', title: t('join.event_required'), text: t('join.event_required_text') });
    }
  }

  return (
    <>
      <FormNote lastResult={lastResult} />
      {/* The capture phase, because the toast appears whether or not the form's own validation passes. */}
      <Form
        className="grid gap-4"
        method="post"
        action={action}
        onSubmitCapture={warnOfEmptyEvent}
        {...getFormProps(form, { ariaAttributes: false })}
      >
        {isOrganizer && <input type="hidden" name="intent" value="organizer" />}
        <Field
          field={fields.event}
          label={t('fields.event')}
          required
          minLength={EVENT_NAME_MIN}
          maxLength={NAME_MAX}
          errors={{ tooShort: 'event_name_min', tooLong: 'name_max' }}
          autoComplete="off"
          autoCapitalize="words"
        />
        <Field
          field={fields.organizerName}
          label={t('fields.organizer')}
          required
          maxLength={NAME_MAX}
          errors={{ required: 'organizer_name_required', tooLong: 'name_max' }}
          autoComplete="off"
          autoCapitalize="words"
        />
        <div className="actions mt-1">
          <SubmitButton
            className="big w-full"
            pending={isPending}
            label={t('actions.submit')}
            busyLabel={t('actions.checking')}
          />
          <Link className="button quiet w-full" to={paths.auth()}>
            {t('actions.cancel')}
          </Link>
        </div>
      </Form>
    </>
  );
}

/** The server's error for the whole form: the event has ended, or (without scripts) a name is missing. */
function FormNote({ lastResult }: { lastResult?: SubmissionResult<string[]> }) {
  const { t } = useTranslation(['auth', 'errors']);
  const isHydrated = useHydrated();
  const code = lastResult?.error?.['']?.[0];
  const isEmpty =
    !!lastResult?.error?.event && !String(lastResult.initialValue?.event ?? '').trim();
  if (code === 'event_ended') {
    return (
      <Note tone="warn" title={t('join.ended')}>
        {t('join.ended_text')}
        <button className="button quiet slim mt-2" form="join" name="intent" value="organizer">
          {t('join.as_organizer')}
        </button>
      </Note>
    );
  }
  if (code === 'code_only') {
    const { event = '', organizerName = '' } = (lastResult?.initialValue ?? {}) as JoinValues;
    return <CodeOnly signIn={paths.signIn({ event, organizer: organizerName })} />;
  }
  if (isEmpty && !isHydrated) {
    return (
      <Note tone="error" title={t('join.event_required')}>
        {t('join.event_required_text')}
      </Note>
    );
  }
  return null;
}
