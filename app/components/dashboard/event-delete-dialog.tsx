import { useTranslation } from 'react-i18next';
import { paths } from '~/paths';
import { ConfirmDestruction } from '~/components/dialogs/confirm-destruction';

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
  const { t } = useTranslation('organizer');
  const text = t('delete_event.text', {
    event: view.name,
    photos: t('delete_event.photos', { count: view.photoCount }),
    participants: t('delete_event.participants', { count: view.participantCount }),
  });
  return (
    <ConfirmDestruction
      action={paths.eventDelete()}
      next={view.next}
      label={t('delete_event.confirm')}
      busyLabel={t('delete_event.deleting')}
    >
      <p className="min-w-0 flex-1 wrap-anywhere text-ink-soft">{text}</p>
    </ConfirmDestruction>
  );
}
