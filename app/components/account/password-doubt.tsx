import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { Form } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { paths } from '~/paths';
import { Field, FormError } from '../ui/field';
import { useServerForm } from '../ui/form';
import { DangerZone } from '~/components/ui/danger-zone';
import { Icon } from '../ui/icon';
import { SubmitButton } from '../ui/submit';

/**
 * The notice that a person who knew only a name and an address set a password. Its owner confirms or revokes
 * it (rule `sign-in.password-doubt`).
 */
export function PasswordDoubt({
  day,
  isProven,
  lastResult,
}: {
  day: string;
  /** Whether this session may decide without the private link. */
  isProven: boolean;
  lastResult?: SubmissionResult<string[]>;
}) {
  const { t } = useTranslation('account');
  const [form, fields] = useServerForm<{ link: string }>({ id: 'take-back', lastResult });
  return (
    <DangerZone className="grid gap-4" id="password-doubt">
      <h2 className="m-0 text-danger">{t('doubt.title')}</h2>
      <p className="text-ink-soft">{t('doubt.text', { day })}</p>
      {!isProven && <p className="text-ink-soft">{t('doubt.by_link')}</p>}
      <Form
        className="grid gap-4"
        method="post"
        action={paths.settings()}
        {...getFormProps(form, { ariaAttributes: false })}
      >
        <FormError errors={form.errors} title={t('doubt.failed')} />
        {!isProven && (
          <Field
            field={fields.link}
            label={t('return_link.label')}
            required
            errors={{ required: 'all_fields_required' }}
            autoComplete="off"
          />
        )}
        <SubmitButton
          className="danger w-full"
          name="intent"
          value="take-back"
          label={t('doubt.take_back')}
        />
        {isProven && (
          <button className="button quiet w-full" name="intent" value="agree">
            <Icon name="check" />
            {t('doubt.agree')}
          </button>
        )}
      </Form>
    </DangerZone>
  );
}
