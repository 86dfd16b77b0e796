import { useTranslation } from 'react-i18next';
import { adminPaths } from '~/admin-paths';
import { ConfirmDestruction } from '../dialogs/confirm-destruction';

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
      action={adminPaths.eventDelete(view.id, { next: view.next })}
      next={view.next}
      label={t('events.confirm_delete')}
      busyLabel={t('events.deleting')}
    >
      <p className="min-w-0 flex-1 wrap-anywhere text-ink-soft">
        {t('events.confirm_text', { event: view.name })}
      </p>
    </ConfirmDestruction>
  );
}
