import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { Form, useNavigation } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { PASSWORD_MAX, PASSWORD_MIN } from '~/models/user';
import { paths } from '~/paths';
import { Field, FormError } from '../ui/field';
import { useServerForm } from '../ui/form';
import { SubmitButton } from '../ui/submit';
import { CurrentPassword } from './current-password';

export const PASSWORD_FORM = { id: 'password', intent: 'password' };

/** Chooses an organizer's password, or changes it with the current one (C§3). */
export function PasswordForm({
  hasPassword,
  lastResult,
}: {
  hasPassword: boolean;
  lastResult?: SubmissionResult<string[]>;
}) {
  const { t } = useTranslation('account');
  const [form, fields] = useServerForm<{ currentPassword: string; password: string }>({
    id: PASSWORD_FORM.id,
    lastResult,
  });
  return (
    <Form
      className="stack"
      method="post"
      action={paths.settings()}
      preventScrollReset
      {...getFormProps(form, { ariaAttributes: false })}
    >
      <p className="soft">{hasPassword ? t('password.chosen') : t('password.none')}</p>
      <FormError errors={form.errors} title={t('password.failed')} />
      {hasPassword && <CurrentPassword field={fields.currentPassword} required />}
      <Field
        field={fields.password}
        label={t('password.new')}
        hint={t('password.hint')}
        type="password"
        required
        minLength={PASSWORD_MIN}
        maxLength={PASSWORD_MAX}
        errors={{ tooShort: 'password_min', tooLong: 'password_max' }}
        autoComplete="new-password"
      />
      <SubmitButton
        className="wide"
        name="intent"
        value={PASSWORD_FORM.intent}
        pending={useNavigation().formData?.get('intent') === PASSWORD_FORM.intent}
        label={t('settings.save')}
        busyLabel={t('settings.saving')}
      />
    </Form>
  );
}
