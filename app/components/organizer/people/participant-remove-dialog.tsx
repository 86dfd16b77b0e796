import { useTranslation } from 'react-i18next';
import { Avatar } from '~/components/ui/avatar';
import { CheckField } from '~/components/ui/field';
import { ConfirmDestruction } from '~/components/dialogs/confirm-destruction';

export interface ParticipantRemoveView {
  name: string;
  selfieUrl: string | null;
  photoCount: number;
  /** The dialog's own URL, and where it leads. */
  self: string;
  next: string;
}

/** Asks to confirm the removal of a participant, and says what is deleted with them. */
export function ParticipantRemoveDialog({ view }: { view: ParticipantRemoveView }) {
  const { t } = useTranslation('organizer');
  const { name, photoCount } = view;
  return (
    <ConfirmDestruction
      action={view.self}
      next={view.next}
      label={t('remove.confirm')}
      busyLabel={t('remove.removing')}
    >
      <Avatar name={name} selfieUrl={view.selfieUrl} size="large" />
      <div className="min-w-0 flex-1">
        <p className="text-ink-soft">{t('remove.text', { count: photoCount })}</p>
        <CheckField name="keepOut" label={t('remove.keep_out')} hint={t('remove.keep_out_hint')} />
      </div>
    </ConfirmDestruction>
  );
}
