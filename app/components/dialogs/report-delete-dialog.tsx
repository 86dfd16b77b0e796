import { useTranslation } from 'react-i18next';
import { thumbnailUrl } from '~/models/photo';
import { SubmitButton } from '../ui/submit';
import { DialogForm, useDialogAction } from './dialog-form';
import { DialogCloseLink, DialogHead } from './dialog-page';
import { REPORT_DELETE_TITLE_ID } from './title-ids';

export interface ReportDeleteView {
  imageUrl: string;
  /** The dialog's own address, and where it leads on. */
  self: string;
  next: string;
}

/** Asks before a report goes (§2). */
export function ReportDeleteDialog({ view }: { view: ReportDeleteView }) {
  const { t } = useTranslation(['flags', 'event']);
  const { isPending } = useDialogAction();
  return (
    <DialogForm action={view.self}>
      <DialogHead titleId={REPORT_DELETE_TITLE_ID} title={t('delete.title')} />
      <div className="row mt-3">
        <span className="print w-20 shrink-0">
          <span className="shot aspect-3/4">
            <img src={thumbnailUrl(view.imageUrl, 320)} alt="" />
          </span>
        </span>
        <p className="soft grow">{t('delete.text')}</p>
      </div>
      <div className="actions">
        <SubmitButton
          className="danger sure"
          icon="trash"
          pending={isPending}
          label={t('delete.confirm')}
          busyLabel={t('delete.deleting')}
        />
        <DialogCloseLink to={view.next} takesFocus>
          {t('event:cancel')}
        </DialogCloseLink>
      </div>
    </DialogForm>
  );
}
