import { useTranslation } from 'react-i18next';
import { organizerPaths } from '~/organizer-paths';
import { ConfirmDestruction } from '~/components/dialogs/confirm-destruction';

/** Asks the organizer to confirm closing voting for good (rule `result.by-hand`). */
export function CloseVotingDialog() {
  const { t } = useTranslation('organizer');
  return (
    <ConfirmDestruction
      action={organizerPaths.eventCloseVoting()}
      next={organizerPaths.eventRules()}
      icon="lock"
      label={t('result.close')}
      busyLabel={t('result.counting_now')}
    >
      <div className="grid min-w-0 flex-1 gap-2 text-ink-soft">
        <p>{t('result.close_text')}</p>
        <p>{t('result.close_again')}</p>
      </div>
    </ConfirmDestruction>
  );
}
