import { useTranslation } from 'react-i18next';
import { paths } from '~/paths';
import { ConfirmDestruction } from '~/components/dialogs/confirm-destruction';
import { ACCOUNT_DELETE_TITLE_ID } from '~/components/dialogs/title-ids';

/** Asks before a participant leaves for good. */
export function AccountDeleteDialog({ name }: { name: string }) {
  const { t } = useTranslation('account');
  return (
    <ConfirmDestruction
      titleId={ACCOUNT_DELETE_TITLE_ID}
      title={t('delete_account.title')}
      action={paths.accountDelete()}
      next={paths.settings()}
      label={t('delete_account.confirm')}
      busyLabel={t('delete_account.deleting')}
    >
      <p className="soft grow wrap-anywhere">{t('delete_account.text', { name })}</p>
    </ConfirmDestruction>
  );
}
