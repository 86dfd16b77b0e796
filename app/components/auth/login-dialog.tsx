import { getFormProps } from '@conform-to/react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ArrivingNote } from './arriving-note';
import { CodeField } from './code-field';
import { KnownQuestion } from './known-question';
import { LoginFailure } from './login-failure';
import type { LoginReply, LoginTexts } from './login-reply';
import { PersonFields } from './person-fields';
import { TypedPerson } from './typed-person';
import { CheckField, Field } from '~/components/ui/field';
import { useServerForm } from '~/components/ui/form';
import { SubmitButton } from '~/components/ui/submit';
import { useStepFocus } from '~/components/ui/use-step-focus';
import { DialogForm, useDialogAction } from '~/components/dialogs/dialog-form';
import { DialogHead } from '~/components/dialogs/dialog-page';
import { useDialogTitle } from '~/components/dialogs/dialog-context';

const FIRST_VALUES: LoginTexts = { name: '', email: '', consent: '' };

/**
 * Login/Register: details, then the confirmation, and a question for people who resemble a member.
 * @param close where closing leads
 */
export function LoginDialog({ close }: { close: string }) {
  const { t } = useTranslation('auth');
  const { answer, isPending } = useDialogAction<LoginReply>();
  const step = answer?.step ?? 'details';
  useStepFocus(
    useDialogTitle().id,
    answer?.asksCode ? 'code' : answer?.asksPassword ? 'password' : step,
  );
  return (
    <div className="grid gap-4">
      <DialogHead
        title={step === 'confirm' ? t('login.confirm_title') : answer?.known?.title}
        closeTo={close}
      />
      {step !== 'known' && answer?.wait === undefined && <LoginFailure result={answer?.result} />}
      {step === 'details' && <Details reply={answer} isPending={isPending} />}
      {answer && step === 'confirm' && <Confirmation reply={answer} isPending={isPending} />}
      {answer && step === 'known' && (
        // Few people are asked, so its texts are loaded when needed.
        <Suspense>
          <KnownQuestion reply={answer} isPending={isPending} />
        </Suspense>
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
  const [form, fields] = useServerForm<{ password: string; code: string }>({
    id: 'login-confirm',
    lastResult: reply.result,
  });
  return (
    <DialogForm className="grid gap-4" {...getFormProps(form, { ariaAttributes: false })}>
      {reply.wait !== undefined && <ArrivingNote reply={reply} isPending={isPending} />}
      <TypedPerson values={reply.values} />
      {reply.isOther && <input type="hidden" name="other" value="on" />}
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
      {reply.asksCode && (
        // Few users have a second factor, so its texts are loaded when needed.
        <Suspense>
          <CodeField field={fields.code} />
        </Suspense>
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
