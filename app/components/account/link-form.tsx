import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { Form, useNavigation } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { paths } from '~/paths';
import { FormError } from '../ui/field';
import { useServerForm } from '../ui/form';
import { SubmitButton } from '../ui/submit';
import { CurrentPassword } from './current-password';

export const LINK_FORM = { id: 'link', intent: 'link' };

/** Makes an organizer's private return link anew. */
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
    <Form
      className="stack"
      method="post"
      action={paths.settings()}
      preventScrollReset
      {...getFormProps(form, { ariaAttributes: false })}
    >
      <p className="soft">{t('link.text')}</p>
      <FormError errors={form.errors} title={t('link.failed')} />
      {hasPassword && <CurrentPassword field={fields.currentPassword} required />}
      <SubmitButton
        className="quiet wide"
        icon="key"
        name="intent"
        value={LINK_FORM.intent}
        pending={useNavigation().formData?.get('intent') === LINK_FORM.intent}
        label={t('link.renew')}
        busyLabel={t('link.renewing')}
      />
    </Form>
  );
}
