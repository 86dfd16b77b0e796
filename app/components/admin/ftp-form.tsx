import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { Form, useNavigation } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { adminPaths } from '~/admin-paths';
import { isCode } from '~/models/error-code';
import { ftpTroubleIn } from '~/models/storage/ftp-trouble';
import { CheckField, Field, FormError } from '../ui/field';
import { useServerForm } from '../ui/form';
import { Note } from '../ui/note';
import { SubmitButton } from '../ui/submit';
import type { StorageView } from './storage-views';

export const FTP_INTENT = 'ftp';

/** The action's reply to refused settings. */
export interface FtpReply {
  result?: SubmissionResult<string[]>;
  /** The FTP server's own message. */
  reason?: string;
  /** What was wrong with a response that did not come from this server. */
  strange?: 'unexpected' | 'not_json';
}

interface FtpValues {
  ftpHost: string;
  ftpUser: string;
  ftpPassword: string;
  ftpDirectory: string;
  ftpBaseUrl: string;
  keep: string;
}

/** 'Configure FTP Storage'. The credentials are never sent back to the page. */
export function FtpForm({ view, reply }: { view: StorageView; reply?: FtpReply }) {
  const { t } = useTranslation('admin');
  const [form, fields] = useServerForm<FtpValues>({
    id: 'ftp',
    lastResult: reply?.result,
    defaultValue: {
      ftpHost: view.ftpHost ?? '',
      ftpDirectory: view.ftpDirectory ?? '',
      ftpBaseUrl: view.ftpBaseUrl ?? 'https://',
      keep: view.ftpConfigured && !view.isStored ? undefined : 'on',
    },
  });
  return (
    <Form
      className="card grid gap-4"
      method="post"
      action={adminPaths.storage()}
      {...getFormProps(form, { ariaAttributes: false })}
    >
      <h2>{t('store.form.title')}</h2>
      <FormError errors={form.errors} title={t('store.form.failed')} />
      {reply?.strange && (
        <Note tone="error" title={t('store.form.failed')}>
          {t(`store.form.${reply.strange}`)}
        </Note>
      )}
      {reply?.reason && <Refusal reply={reply} reason={reply.reason} />}
      <Field
        field={fields.ftpHost}
        label={t('store.form.host')}
        hint={t('store.form.host_hint')}
        required
        errors={{ required: 'ftp_host_required' }}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field
          field={fields.ftpUser}
          label={t('store.form.user')}
          required
          errors={{ required: 'ftp_user_required' }}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
        />
        <Field
          field={fields.ftpPassword}
          label={t('store.form.password')}
          type="password"
          required
          errors={{ required: 'ftp_password_required' }}
          autoComplete="new-password"
        />
      </div>
      <Field
        field={fields.ftpDirectory}
        label={
          <>
            {t('store.form.directory')}{' '}
            <span className="font-normal text-ink-soft">{t('store.form.optional')}</span>
          </>
        }
        hint={t('store.form.directory_hint')}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
      />
      <Field
        field={fields.ftpBaseUrl}
        label={t('store.form.base_url')}
        hint={t('store.form.base_url_hint')}
        type="url"
        required
        errors={{ required: 'ftp_base_url_required', typeMismatch: 'ftp_base_url_invalid' }}
        autoComplete="off"
      />
      <CheckField
        field={fields.keep}
        label={t('store.form.keep')}
        hint={t('store.form.keep_hint')}
      />
      {view.ftpConfigured && view.uploadStats.ftpUploads > 0 && (
        <p className="text-sm text-ink-soft">
          {t('store.form.present', { count: view.uploadStats.ftpUploads })}
        </p>
      )}
      <div>
        <SubmitButton
          name="intent"
          value={FTP_INTENT}
          pending={useNavigation().formData?.get('intent') === FTP_INTENT}
          label={t('store.form.save')}
          busyLabel={t('store.form.saving')}
        />
      </div>
    </Form>
  );
}

/** What went wrong, in the reader's language; the other server's own message is folded away. */
function Refusal({ reply: { result }, reason }: { reply: FtpReply; reason: string }) {
  const { t } = useTranslation(['admin', 'errors']);
  const code = Object.values(result?.error ?? {}).flat()[0];
  const trouble = ftpTroubleIn(reason);
  return (
    <Note tone="error" title={t('admin:store.form.failed')}>
      {isCode(code) && <p>{t(`errors:${code}`)}.</p>}
      {trouble && <p>{t(`admin:store.form.troubles.${trouble}`)}</p>}
      <details className="mt-1 text-sm">
        <summary className="list-item min-h-7 cursor-pointer py-1">
          {t('admin:store.form.said')}
        </summary>
        <p className="font-mono wrap-anywhere" translate="no">
          {reason}
        </p>
      </details>
    </Note>
  );
}
