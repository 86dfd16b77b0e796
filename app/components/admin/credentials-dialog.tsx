import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { useTranslation } from 'react-i18next';
import { ADMIN_USERNAME_MAX, PASSWORD_MAX, PASSWORD_MIN } from '~/models/user/rules';
import { DialogForm, useDialogAction } from '../dialogs/dialog-form';
import { DialogCloseLink, DialogHead } from '../dialogs/dialog-page';
import { Field, FormError } from '../ui/field';
import { useServerForm } from '../ui/form';
import { SubmitButton } from '../ui/submit';

export interface CredentialsView {
  username: string;
  /** The dialog's own URL, and where it leads. */
  self: string;
  next: string;
}

/** 'Update Admin Credentials'. Only the server compares the two passwords. */
export function CredentialsDialog({ view }: { view: CredentialsView }) {
  const { t } = useTranslation(['admin', 'errors']);
  const { answer, isPending } = useDialogAction<SubmissionResult<string[]>>();
  const [form, fields] = useServerForm<{
    username: string;
    password: string;
    passwordConfirmation: string;
  }>({
    id: 'credentials',
    lastResult: answer,
    defaultValue: { username: view.username },
  });
  return (
    <DialogForm
      className="grid gap-4"
      action={view.self}
      {...getFormProps(form, { ariaAttributes: false })}
    >
      <DialogHead closeTo={view.next} />
      <FormError errors={form.errors} title={t('credentials.failed')} />
      <Field
        field={fields.username}
        label={t('credentials.username')}
        required
        maxLength={ADMIN_USERNAME_MAX}
        errors={{ required: 'admin_username_required', tooLong: 'admin_username_required' }}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Field
        field={fields.password}
        label={t('credentials.password')}
        hint={t('credentials.password_hint')}
        type="password"
        minLength={PASSWORD_MIN}
        maxLength={PASSWORD_MAX}
        errors={{ tooShort: 'password_min', tooLong: 'password_max' }}
        autoComplete="new-password"
      />
      <Field
        field={fields.passwordConfirmation}
        label={t('credentials.confirm')}
        type="password"
        autoComplete="new-password"
      />
      <div className="actions">
        <SubmitButton
          pending={isPending}
          label={t('credentials.save')}
          busyLabel={t('credentials.saving')}
        />
        <DialogCloseLink to={view.next}>{t('signin.cancel')}</DialogCloseLink>
      </div>
    </DialogForm>
  );
}
