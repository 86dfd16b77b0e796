import { useTranslation } from 'react-i18next';
import { paths } from '~/paths';
import { SubmitButton } from '../ui/submit';
import { DialogForm, useDialogAction } from './dialog-form';
import { DialogCloseLink, DialogHead } from './dialog-page';
import { ACCOUNT_DELETE_TITLE_ID } from './title-ids';

/** Asks before a participant leaves for good (§2). */
export function AccountDeleteDialog({ name }: { name: string }) {
  const { t } = useTranslation(['account', 'event']);
  const { isPending } = useDialogAction();
  return (
    <DialogForm action={paths.accountDelete()}>
      <DialogHead titleId={ACCOUNT_DELETE_TITLE_ID} title={t('delete_account.title')} />
      <p className="soft mt-3 wrap-anywhere">{t('delete_account.text', { name })}</p>
      <div className="actions">
        <SubmitButton
          className="danger sure"
          icon="trash"
          pending={isPending}
          label={t('delete_account.confirm')}
          busyLabel={t('delete_account.deleting')}
        />
        <DialogCloseLink to={paths.settings()} takesFocus>
          {t('event:cancel')}
        </DialogCloseLink>
      </div>
    </DialogForm>
  );
}
