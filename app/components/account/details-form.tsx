import type { SubmissionResult } from '@conform-to/react';
import { useTranslation } from 'react-i18next';
import { PersonFields } from '../auth/person-fields';
import { useServerForm } from '../ui/form';
import { CurrentPassword } from './current-password';
import { SettingsForm } from './settings-form';

export const DETAILS_FORM = { id: 'details', intent: 'details' };

/** The form for the user's own name and e-mail, which they sign in with. */
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
  const { t } = useTranslation('account');
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
      <PersonFields fields={fields} nameHint={isOrganizer && t('details.name_hint')} />
      {hasPassword && (
        <CurrentPassword field={fields.currentPassword} hint={t('details.password_hint')} />
      )}
    </SettingsForm>
  );
}
