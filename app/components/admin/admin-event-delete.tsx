import { useTranslation } from 'react-i18next';
import { paths } from '~/paths';
import { ConfirmDestruction } from '../dialogs/confirm-destruction';
import { EVENT_DELETE_TITLE_ID } from '../dialogs/title-ids';

export interface AdminEventDeleteView {
  id: number;
  name: string;
  /** Where it leads back. */
  next: string;
}

/** 'Confirm Event Deletion'. */
export function AdminEventDelete({ view }: { view: AdminEventDeleteView }) {
  const { t } = useTranslation('admin');
  return (
    <ConfirmDestruction
      titleId={EVENT_DELETE_TITLE_ID}
      title={t('events.confirm')}
      action={paths.adminEventDelete(view.id, { next: view.next })}
      next={view.next}
      label={t('events.confirm_delete')}
      busyLabel={t('events.deleting')}
    >
      <p className="soft grow wrap-anywhere">{t('events.confirm_text', { event: view.name })}</p>
    </ConfirmDestruction>
  );
}
