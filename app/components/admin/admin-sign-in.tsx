import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { Form, Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { paths } from '~/paths';
import { DialogPage } from '../dialogs/dialog-page';
import { Field, FormError } from '../ui/field';
import { useServerForm } from '../ui/form';
import { SubmitButton } from '../ui/submit';

const TITLE_ID = 'admin-sign-in-title';

/** 'Admin Authentication Required' (§2): the credentials once more, before anything is shown. */
export function AdminSignIn({
  result,
  isPending,
}: {
  result?: SubmissionResult<string[]>;
  isPending: boolean;
}) {
  const { t } = useTranslation('admin');
  const [form, fields] = useServerForm<{ username: string; password: string }>({
    id: 'admin-sign-in',
    lastResult: result,
  });
  const required = { required: 'admin_authentication_failed' } as const;
  return (
    <DialogPage titleId={TITLE_ID}>
      <Form method="post" className="stack" {...getFormProps(form, { ariaAttributes: false })}>
        <h1 id={TITLE_ID}>{t('signin.title')}</h1>
        <FormError errors={form.errors} title={t('signin.failed')} />
        <Field
          field={fields.username}
          label={t('signin.username')}
          required
          errors={required}
          autoComplete="username"
          autoCapitalize="none"
        />
        <Field
          field={fields.password}
          label={t('signin.password')}
          type="password"
          required
          errors={required}
          autoComplete="current-password"
        />
        <div className="actions">
          <SubmitButton
            pending={isPending}
            label={t('signin.submit')}
            busyLabel={t('signin.verifying')}
          />
          <Link className="btn quiet" to={paths.home()}>
            {t('signin.cancel')}
          </Link>
        </div>
      </Form>
    </DialogPage>
  );
}
