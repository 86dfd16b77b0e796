import type { SubmissionResult } from '@conform-to/react';
import { useTranslation } from 'react-i18next';
import { useServerForm } from '../ui/form';
import { CurrentPassword } from './current-password';
import { SettingsForm } from './settings-form';

export const LINK_FORM = { id: 'link', intent: 'link' };

/** The form that renews an organizer's private return link. */
export function LinkForm({
  hasPassword,
  lastResult,
}: {
  hasPassword: boolean;
  lastResult?: SubmissionResult<string[]>;
}) {
  const { t } = useTranslation('account');
  const [form, fields] = useServerForm<{ currentPassword: string }>({
    id: LINK_FORM.id,
    lastResult,
  });
  return (
    <SettingsForm
      form={form}
      intent={LINK_FORM.intent}
      text={t('link.text')}
      failedTitle={t('link.failed')}
      submit={{
        className: 'quiet w-full',
        icon: 'key',
        label: t('link.renew'),
        busyLabel: t('link.renewing'),
      }}
    >
      {hasPassword && <CurrentPassword field={fields.currentPassword} required />}
    </SettingsForm>
  );
}
