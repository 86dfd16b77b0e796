import { useTranslation } from 'react-i18next';
import { isCode } from '~/models/error-code';
import type { UploadFailure } from '~/browser/uploads/send-upload';

/** The text for a failure, in the reader's language. */
export function useFailureText() {
  const { t } = useTranslation(['event', 'errors']);
  return (failure: string): string => {
    if (failure === 'offline') return t('event:offline');
    return failure !== 'unknown' && isCode(failure)
      ? t(`errors:${failure}`)
      : t('event:unknown_error');
  };
}

/** Whether the same file may succeed next time in the same slot; otherwise another file must be chosen. */
export function canRetry(failure: UploadFailure | string): boolean {
  return ['offline', 'busy', 'disk_full', 'unknown', 'authentication_required'].includes(failure);
}

/** Whether the same file may succeed in another slot. */
export function canMove(failure: UploadFailure): boolean {
  return failure === 'slot_taken' || failure === 'slot_unknown';
}
