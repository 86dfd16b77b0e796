import { useTranslation } from 'react-i18next';
import { paths } from '~/paths';
import { ConfirmDestruction } from '~/components/dialogs/confirm-destruction';

/** Asks a participant to confirm the deletion of their account. */
export function AccountDeleteDialog() {
  const { t } = useTranslation('account');
  return (
    <ConfirmDestruction
      action={paths.accountDelete()}
      next={paths.settings()}
      label={t('delete_account.confirm')}
      busyLabel={t('delete_account.deleting')}
    >
      <p className="min-w-0 flex-1 text-ink-soft">{t('delete_account.text')}</p>
    </ConfirmDestruction>
  );
}
