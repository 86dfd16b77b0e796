import type { SubmissionResult } from '@conform-to/react';
import { useTranslation } from 'react-i18next';
import { PASSWORD_MAX, PASSWORD_MIN } from '~/models/user/rules';
import { Field } from '../ui/field';
import { useServerForm } from '../ui/form';
import { CurrentPassword } from './current-password';
import { SettingsForm } from './settings-form';

export const PASSWORD_FORM = { id: 'password', intent: 'password' };

/** The form that sets an organizer's password, or changes it with the current one. */
export function PasswordForm({
  hasPassword,
  isProven,
  lastResult,
}: {
  hasPassword: boolean;
  /** Whether the session may end the others (rule `sign-in.password-doubt`). */
  isProven: boolean;
  lastResult?: SubmissionResult<string[]>;
}) {
  const { t } = useTranslation('account');
  const [form, fields] = useServerForm<{ currentPassword: string; password: string }>({
    id: PASSWORD_FORM.id,
    lastResult,
  });
  return (
    <SettingsForm
      form={form}
      intent={PASSWORD_FORM.intent}
      text={hasPassword ? t('password.chosen') : t('password.none')}
      failedTitle={t('password.failed')}
      submit={{
        className: 'w-full',
        label: t('settings.save'),
        busyLabel: t('settings.saving'),
      }}
    >
      {hasPassword && <CurrentPassword field={fields.currentPassword} required />}
      <Field
        field={fields.password}
        label={t('password.new')}
        hint={t(isProven ? 'password.hint' : 'password.hint_unproven')}
        type="password"
        required
        minLength={PASSWORD_MIN}
        maxLength={PASSWORD_MAX}
        errors={{ tooShort: 'password_min', tooLong: 'password_max' }}
        autoComplete="new-password"
      />
    </SettingsForm>
  );
}
