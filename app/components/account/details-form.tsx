import type { SubmissionResult } from '@conform-to/react';
import { useTranslation } from 'react-i18next';
import { NAME_MAX } from '~/models/event';
import { NAME_MIN } from '~/models/user';
import { Field } from '../ui/field';
import { useServerForm } from '../ui/form';
import { CurrentPassword } from './current-password';
import { SettingsForm } from './settings-form';

export const DETAILS_FORM = { id: 'details', intent: 'details' };

/** The own name and e-mail, which one signs in with. */
export function DetailsForm({
  person,
  isOrganizer,
  hasPassword,
  lastResult,
}: {
  person: { name: string; email: string };
  isOrganizer: boolean;
  hasPassword: boolean;
  lastResult?: SubmissionResult<string[]>;
}) {
  const { t } = useTranslation(['account', 'auth']);
  const [form, fields] = useServerForm<{ name: string; email: string; currentPassword: string }>({
    id: DETAILS_FORM.id,
    lastResult,
    defaultValue: { name: person.name, email: person.email },
  });
  return (
    <SettingsForm
      form={form}
      intent={DETAILS_FORM.intent}
      text={t('details.hint')}
      failedTitle={t('details.failed')}
      submit={{ className: 'w-full', label: t('settings.save'), busyLabel: t('settings.saving') }}
    >
      <Field
        field={fields.name}
        label={t('auth:fields.name')}
        hint={isOrganizer && t('details.name_hint')}
        required
        minLength={NAME_MIN}
        maxLength={NAME_MAX}
        errors={{ tooShort: 'name_min', tooLong: 'name_max' }}
        autoComplete="name"
        autoCapitalize="words"
      />
      <Field
        field={fields.email}
        label={t('auth:fields.email')}
        type="email"
        required
        errors={{ required: 'email_invalid', typeMismatch: 'email_invalid' }}
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
      />
      {hasPassword && (
        <CurrentPassword field={fields.currentPassword} hint={t('details.password_hint')} />
      )}
    </SettingsForm>
  );
}
