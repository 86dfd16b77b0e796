import { useTranslation } from 'react-i18next';
import { Avatar } from '../ui/avatar';
import { SubmitButton } from '../ui/submit';
import { DialogForm, useDialogAction } from './dialog-form';
import { DialogCloseLink, DialogHead } from './dialog-page';
import { PARTICIPANT_REMOVE_TITLE_ID } from './title-ids';

export interface ParticipantRemoveView {
  name: string;
  selfieUrl: string | null;
  photoCount: number;
  /** The dialog's own address, and where it leads on. */
  self: string;
  next: string;
}

/** Asks before a participant goes, and says what goes along. */
export function ParticipantRemoveDialog({ view }: { view: ParticipantRemoveView }) {
  const { t } = useTranslation(['organizer', 'event']);
  const { isPending } = useDialogAction();
  const { name, photoCount } = view;
  return (
    <DialogForm action={view.self}>
      <DialogHead titleId={PARTICIPANT_REMOVE_TITLE_ID} title={t('remove.title', { name })} />
      <div className="row mt-3">
        <Avatar name={name} selfieUrl={view.selfieUrl} size="l" />
        <p className="soft grow">{t('remove.text', { count: photoCount })}</p>
      </div>
      <div className="actions">
        <SubmitButton
          className="danger sure"
          icon="trash"
          pending={isPending}
          label={t('remove.confirm')}
          busyLabel={t('remove.removing')}
        />
        <DialogCloseLink to={view.next} takesFocus>
          {t('event:cancel')}
        </DialogCloseLink>
      </div>
    </DialogForm>
  );
}
