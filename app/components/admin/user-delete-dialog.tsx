import { useTranslation } from 'react-i18next';
import { ConfirmDestruction } from '../dialogs/confirm-destruction';

export const USER_DELETE_TITLE_ID = 'user-delete-title';

export interface UserDeleteView {
  name: string;
  /** The event that stays without its organizer; null for a participant. */
  leftEvent: string | null;
  /** The dialog's own address, and where it leads on. */
  self: string;
  next: string;
}

/** 'Confirm User Deletion' (§2): what goes along, and what stays behind. */
export function UserDeleteDialog({ view }: { view: UserDeleteView }) {
  const { t } = useTranslation('admin');
  return (
    <ConfirmDestruction
      titleId={USER_DELETE_TITLE_ID}
      title={t('users.confirm_title')}
      action={view.self}
      next={view.next}
      label={t('users.delete')}
      busyLabel={t('users.deleting')}
    >
      <p className="soft grow">
        {t('users.confirm_text', { name: view.name || t('users.unnamed') })}{' '}
        {view.leftEvent !== null && t('users.confirm_event', { event: view.leftEvent })}
      </p>
    </ConfirmDestruction>
  );
}
