import { getFormProps } from '@conform-to/react';
import { useTranslation } from 'react-i18next';
import { formIdOf, typedBy, type Invited, type LoginReply, type LoginTexts } from './login-reply';
import { LoginSteps } from './login-steps';
import { PersonFields } from './person-fields';
import { CheckField } from '~/components/ui/field';
import { useServerForm } from '~/components/ui/form';
import { SubmitButton } from '~/components/ui/submit';
import { DialogForm, useDialogAction } from '~/components/dialogs/dialog-form';
import { DialogHead } from '~/components/dialogs/dialog-page';

/**
 * Login/Register: details, then the confirmation.
 * @param props.close where closing leads
 * @param props.givesStar whether a visitor's star led here, which is then given at one press
 * @param props.invited name and address of somebody who opened their invitation (rule `guest-list.link`)
 */
export function LoginDialog({
  close,
  givesStar,
  invited,
}: {
  close: string;
  givesStar: boolean;
  invited: Invited | null;
}) {
  const { t } = useTranslation('auth');
  const { answer, isPending } = useDialogAction<LoginReply>();
  return (
    <div className="grid gap-4">
      <DialogHead
        title={answer?.step === 'confirm' ? t('login.confirm_title') : answer?.known?.title}
        closeTo={close}
      />
      <LoginSteps reply={answer} isPending={isPending}>
        <Details reply={answer} typed={typedBy(answer, invited)} {...{ isPending, givesStar }} />
      </LoginSteps>
    </div>
  );
}

function Details({
  reply,
  typed,
  isPending,
  givesStar,
}: {
  reply?: LoginReply;
  typed: LoginTexts;
  isPending: boolean;
  givesStar: boolean;
}) {
  const { t } = useTranslation('auth');
  const [form, fields] = useServerForm<LoginTexts>({
    id: formIdOf(),
    lastResult: reply?.result,
    defaultValue: typed,
  });
  const button = givesStar
    ? { value: 'submit', label: t('login.give'), busyLabel: t('login.putting') }
    : { value: 'check', label: t('actions.continue'), busyLabel: t('actions.checking') };
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
      <SubmitButton className="big w-full" name="intent" pending={isPending} {...button} />
    </DialogForm>
  );
}
