import { useTranslation } from 'react-i18next';
import type { ErrorCode } from '~/models/errors';
import { Note } from '~/components/ui/note';

/** Why a visitor was refused. */
export function AccessDenied({ error }: { error: ErrorCode }) {
  const { t } = useTranslation(['auth', 'errors']);
  const text =
    error === 'event_ended'
      ? t('join.ended_text')
      : error === 'unknown'
        ? t('join.denied_text')
        : t(`errors:${error}`);
  return (
    <Note tone="error" title={t(error === 'entry_failed' ? 'error' : 'join.denied')}>
      {text}
    </Note>
  );
}
