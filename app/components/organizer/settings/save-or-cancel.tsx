import { useTranslation } from 'react-i18next';
import { DialogCloseLink } from '~/components/dialogs/dialog-page';
import { SubmitButton } from '~/components/ui/submit';

/** The end of a dialog that changes the event. */
export function SaveOrCancel({ isPending, closeTo }: { isPending: boolean; closeTo: string }) {
  const { t } = useTranslation(['organizer', 'event']);
  return (
    <div className="actions">
      <SubmitButton
        pending={isPending}
        label={t('organizer:save')}
        busyLabel={t('organizer:saving')}
      />
      <DialogCloseLink to={closeTo}>{t('event:cancel')}</DialogCloseLink>
    </div>
  );
}
