import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LoginFailure } from './login-failure';
import { PersonFields } from './person-fields';
import { Summary } from '~/components/ui/summary';
import { CheckField, Field } from '~/components/ui/field';
import { useServerForm } from '~/components/ui/form';
import { SubmitButton } from '~/components/ui/submit';
import { useStepFocus } from '~/components/ui/use-step-focus';
import { DialogForm, useDialogAction } from '~/components/dialogs/dialog-form';
import { DialogHead } from '~/components/dialogs/dialog-page';
import { useDialogTitle } from '~/components/dialogs/dialog-context';

/** What Login/Register asks for; `consent` is 'on' or empty, as a check box sends it. */
export type LoginTexts = {
  name: string;
  email: string;
  consent: string;
};

/** Where Login/Register stands after a POST. */
export interface LoginReply {
  step: 'details' | 'confirm';
  values: LoginTexts;
  /** Whether this is an organizer whose password is asked for (rule `sign-in.organizer`). */
  asksPassword: boolean;
  result?: SubmissionResult<string[]>;
}

const FIRST_VALUES: LoginTexts = { name: '', email: '', consent: 'on' };

/** Login/Register: details, then the confirmation. `next` is where closing leads. */
export function LoginDialog({ next }: { next: string }) {
  const { t } = useTranslation('auth');
  const { answer, isPending } = useDialogAction<LoginReply>();
  const step = answer?.step ?? 'details';
  useStepFocus(useDialogTitle().id, step);
  return (
    <div className="grid gap-4">
      <DialogHead
        title={step === 'confirm' ? t('login.confirm_title') : undefined}
        closeTo={next}
      />
      <LoginFailure result={answer?.result} />
      {answer && step === 'confirm' ? (
        <Confirmation reply={answer} isPending={isPending} />
      ) : (
        <Details reply={answer} isPending={isPending} />
      )}
    </div>
  );
}

function Details({ reply, isPending }: { reply?: LoginReply; isPending: boolean }) {
  const { t } = useTranslation('auth');
  const [form, fields] = useServerForm<LoginTexts>({
    id: 'login',
    lastResult: reply?.result,
    defaultValue: reply?.values ?? FIRST_VALUES,
  });
  return (
    <DialogForm className="grid gap-4" {...getFormProps(form, { ariaAttributes: false })}>
      <p className="text-sm text-ink-soft">{t('login.hint')}</p>
      <PersonFields fields={fields} />
      <CheckField
        field={fields.consent}
        label={t('login.consent')}
        required
        errors={{ required: 'consent_required' }}
      />
      <SubmitButton
        className="big w-full"
        name="intent"
        value="check"
        pending={isPending}
        label={t('actions.continue')}
        busyLabel={t('actions.checking')}
      />
    </DialogForm>
  );
}

function Confirmation({ reply, isPending }: { reply: LoginReply; isPending: boolean }) {
  const { t } = useTranslation('auth');
  const [isGoingBack, setIsGoingBack] = useState(false);
  const [form, fields] = useServerForm<{ password: string }>({
    id: 'login-confirm',
    lastResult: reply.result,
  });
  const { name, email, consent } = reply.values;
  return (
    <DialogForm className="grid gap-4" {...getFormProps(form, { ariaAttributes: false })}>
      <Summary
        rows={[
          { label: t('fields.name'), value: name },
          { label: t('fields.email'), value: email },
        ]}
      />
      <input type="hidden" name="name" value={name} />
      <input type="hidden" name="email" value={email} />
      <input type="hidden" name="consent" value={consent} />
      {reply.asksPassword && (
        <Field
          field={fields.password}
          label={t('fields.password')}
          hint={t('login.password_hint')}
          type="password"
          required
          errors={{ required: 'password_required' }}
          autoComplete="current-password"
        />
      )}
      <div className="actions">
        <SubmitButton
          name="intent"
          value="submit"
          pending={isPending && !isGoingBack}
          label={t('actions.submit')}
          busyLabel={t('login.submitting')}
        />
        <button
          className="button quiet"
          name="intent"
          value="edit"
          formNoValidate
          disabled={isPending}
          onClick={() => setIsGoingBack(true)}
        >
          {t('actions.back')}
        </button>
      </div>
    </DialogForm>
  );
}
