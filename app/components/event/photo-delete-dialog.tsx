import { useTranslation } from 'react-i18next';
import { thumbnailUrl } from '~/models/photo';
import { ConfirmDestruction } from '~/components/dialogs/confirm-destruction';

export interface PhotoDeleteView {
  imageUrl: string;
  userName: string;
  isOwn: boolean;
  /** The dialog's own address, and where it leads on. */
  self: string;
  next: string;
}

/** Asks before a photo goes; the organizer reads whose it is. */
export function PhotoDeleteDialog({ view }: { view: PhotoDeleteView }) {
  const { t } = useTranslation('photo');
  const text = view.isOwn ? t('delete.own_text') : t('delete.other_text', { name: view.userName });
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
      <p className="min-w-0 flex-1 text-ink-soft">{text}</p>
    </ConfirmDestruction>
  );
}
