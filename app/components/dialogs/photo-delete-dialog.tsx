import { useTranslation } from 'react-i18next';
import { thumbnailUrl } from '~/models/photo';
import { SubmitButton } from '../ui/submit';
import { DialogForm, useDialogAction } from './dialog-form';
import { DialogCloseLink, DialogHead } from './dialog-page';

export const PHOTO_DELETE_TITLE_ID = 'photo-delete-title';

export interface PhotoDeleteView {
  imageUrl: string;
  userName: string;
  isOwn: boolean;
  /** The dialog's own address, and where it leads on. */
  self: string;
  next: string;
}

/** Asks before a photo goes; the organizer reads whose it is (§6). */
export function PhotoDeleteDialog({ view }: { view: PhotoDeleteView }) {
  const { t } = useTranslation('event');
  const { isPending } = useDialogAction();
  const text = view.isOwn
    ? t('delete_photo.own_text')
    : t('delete_photo.other_text', { name: view.userName });
  return (
    <DialogForm action={view.self}>
      <DialogHead titleId={PHOTO_DELETE_TITLE_ID} title={t('delete_photo.title')} />
      <div className="row mt-3">
        <span className="print w-20 shrink-0">
          <span className="shot aspect-3/4">
            <img src={thumbnailUrl(view.imageUrl, 320)} alt="" />
          </span>
        </span>
        <p className="soft grow">{text}</p>
      </div>
      <div className="actions">
        <SubmitButton
          className="danger sure"
          icon="trash"
          pending={isPending}
          label={t('delete_photo.confirm')}
          busyLabel={t('delete_photo.deleting')}
        />
        <DialogCloseLink to={view.next} takesFocus>
          {t('cancel')}
        </DialogCloseLink>
      </div>
    </DialogForm>
  );
}
