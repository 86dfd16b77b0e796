import { useTranslation } from 'react-i18next';
import { adminPaths } from '~/admin-paths';
import { ConfirmDestruction } from '../dialogs/confirm-destruction';

export interface AdminEventEndView {
  id: number;
  name: string;
  /** The last day on which its photos exist after it is ended. */
  keptUntil: string;
  /** The URL that it leads back to. */
  next: string;
}

/** Explains what ending an event means, and asks to confirm. */
export function AdminEventEnd({ view }: { view: AdminEventEndView }) {
  const { t } = useTranslation('admin');
  return (
    <ConfirmDestruction
      action={adminPaths.eventEnd(view.id, { next: view.next })}
      next={view.next}
      icon="lock"
      label={t('ending.confirm')}
      busyLabel={t('ending.busy')}
    >
      <div className="grid min-w-0 flex-1 gap-2 wrap-anywhere text-ink-soft">
        <p>{t('ending.text', { event: view.name })}</p>
        <p>{t('ending.kept', { day: view.keptUntil })}</p>
      </div>
    </ConfirmDestruction>
  );
}
