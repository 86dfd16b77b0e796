import { useTranslation } from 'react-i18next';
import { thumbnailUrl } from '~/models/photo/rules';
import { ConfirmDestruction } from '~/components/dialogs/confirm-destruction';

export interface ReportDeleteView {
  imageUrl: string;
  /** Whether its photo is hidden, which does not change. */
  isHidden: boolean;
  /** The dialog's own URL, and the URL that it leads to. */
  self: string;
  next: string;
}

/** Asks to confirm the deletion of a report. */
export function ReportDeleteDialog({ view }: { view: ReportDeleteView }) {
  const { t } = useTranslation('flags');
  return (
    <ConfirmDestruction
      action={view.self}
      next={view.next}
      label={t('delete.confirm')}
      busyLabel={t('delete.deleting')}
    >
      <span className="print w-20 shrink-0">
        <span className="shot aspect-3/4">
          <img src={thumbnailUrl(view.imageUrl, 320)} alt="" />
        </span>
      </span>
      <div className="grid min-w-0 flex-1 gap-2 text-ink-soft">
        <p>{t('delete.text')}</p>
        {view.isHidden && <p>{t('delete.stays_hidden')}</p>}
      </div>
    </ConfirmDestruction>
  );
}
