import { useTranslation } from 'react-i18next';
import { paths } from '~/paths';
import { SubmitButton } from '../ui/submit';
import { DialogForm, useDialogAction } from './dialog-form';
import { DialogCloseLink, DialogHead } from './dialog-page';
import { EVENT_DELETE_TITLE_ID } from './title-ids';

export interface EventDeleteView {
  /** The event's name. */
  name: string;
  photoCount: number;
  participantCount: number;
  /** Where it leads back. */
  next: string;
}

/** Asks before the event goes, and says what goes along. */
export function EventDeleteDialog({ view }: { view: EventDeleteView }) {
  const { t } = useTranslation(['organizer', 'event']);
  const { isPending } = useDialogAction();
  const text = t('delete_event.text', {
    event: view.name,
    photos: t('delete_event.photos', { count: view.photoCount }),
    participants: t('delete_event.participants', { count: view.participantCount }),
  });
  return (
    <DialogForm action={paths.eventDelete()}>
      <DialogHead titleId={EVENT_DELETE_TITLE_ID} title={t('delete_event.title')} />
      <p className="soft mt-2 wrap-anywhere">{text}</p>
      <div className="actions">
        <SubmitButton
          className="danger sure"
          icon="trash"
          pending={isPending}
          label={t('delete_event.confirm')}
          busyLabel={t('delete_event.deleting')}
        />
        <DialogCloseLink to={view.next} takesFocus>
          {t('event:cancel')}
        </DialogCloseLink>
      </div>
    </DialogForm>
  );
}
