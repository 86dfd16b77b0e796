import type { SubmissionResult } from '@conform-to/react';
import { useTranslation } from 'react-i18next';
import { isCode } from '~/models/error-code';
import type { ErrorCode } from '~/models/errors';
import { Note } from '~/components/ui/note';

const LOGIN_FAILURES: ErrorCode[] = [
  'invalid_credentials',
  'event_ended',
  'access_denied',
  'too_many_attempts',
];

const PHOTO_FAILURES: ErrorCode[] = ['file_required', 'file_too_large', 'busy', 'disk_full'];

/** Why Login/Register failed; nothing if a field shows the error. */
export function LoginFailure({ result }: { result?: SubmissionResult<string[]> }) {
  const { t } = useTranslation(['auth', 'errors', 'event']);
  const code = result?.error?.['']?.[0];
  if (!isCode(code)) return null;
  if (code === 'event_full') {
    return (
      <Note tone="error" title={t('login.full')}>
        {t('login.full_text')}
      </Note>
    );
  }
  if (code === 'sign_in_link_sent') {
    return (
      <Note tone="info" title={t('login.link_sent')}>
        {t('errors:sign_in_link_sent')}
      </Note>
    );
  }
  if (PHOTO_FAILURES.includes(code)) {
    return (
      <Note tone="error" title={t('event:slot.failed')}>
        {t(`errors:${code}`)}
      </Note>
    );
  }
  const isLogin = LOGIN_FAILURES.includes(code);
  const title = isLogin ? t('login.failed') : t('login.registration_failed');
  return (
    <Note tone="error" title={code === 'entry_failed' ? t('error') : title}>
      {code === 'unknown' ? t('login.registration_failed_text') : t(`errors:${code}`)}
    </Note>
  );
}
