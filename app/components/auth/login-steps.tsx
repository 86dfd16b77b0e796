import { getFormProps } from '@conform-to/react';
import type { FormProps } from '@remix-run/react';
import { Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ArrivingNote } from './arriving-note';
import { CodeField } from './code-field';
import { KnownQuestion } from './known-question';
import { LoginFailure } from './login-failure';
import { formIdOf, type LoginReply } from './login-reply';
import { TypedPerson } from './typed-person';
import { DialogForm } from '~/components/dialogs/dialog-form';
import { useDialogTitle } from '~/components/dialogs/dialog-context';
import { Field } from '~/components/ui/field';
import { useServerForm } from '~/components/ui/form';
import { SubmitButton } from '~/components/ui/submit';
import { useStepFocus } from '~/components/ui/use-step-focus';

interface StepProps {
  reply: LoginReply;
  isPending: boolean;
  /** The encoding of forms that include files. */
  encType?: FormProps['encType'];
}

/**
 * The steps for entering: the details in `children`, the confirmation, which asks an organizer for more, and a question
 * for people who resemble a member.
 */
export function LoginSteps({
  reply,
  children,
  ...form
}: Omit<StepProps, 'reply'> & { reply?: LoginReply; children: ReactNode }) {
  const step = reply?.step ?? 'details';
  useStepFocus(
    useDialogTitle().id,
    reply?.asksCode ? 'code' : reply?.asksPassword ? 'password' : step,
  );
  return (
    <>
      {step !== 'known' && reply?.wait === undefined && <LoginFailure result={reply?.result} />}
      {(step === 'details' || step === 'entered') && children}
      {reply && step === 'confirm' && <Confirmation reply={reply} {...form} />}
      {reply && step === 'known' && (
        // Few people are asked, so its texts are loaded when needed.
        <Suspense>
          <KnownQuestion reply={reply} {...form} />
        </Suspense>
      )}
    </>
  );
}

function Confirmation({ reply, isPending, encType }: StepProps) {
  const { t } = useTranslation('auth');
  const [isGoingBack, setIsGoingBack] = useState(false);
  const [form, fields] = useServerForm<{ password: string; code: string }>({
    id: formIdOf('confirm'),
    lastResult: reply.result,
  });
  return (
    <DialogForm
      className="grid gap-4"
      encType={encType}
      {...getFormProps(form, { ariaAttributes: false })}
    >
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
