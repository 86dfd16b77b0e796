import { useTranslation } from 'react-i18next';
import { PasswordForm } from '~/components/account/password-form';
import { paths } from '~/paths';

/** The warning that a name and an address are enough to run the event, with a form to set a password. */
export function OpenDoor({ isProven }: { isProven: boolean }) {
  const { t } = useTranslation('account');
  return (
    <section className="card grid gap-4">
      <h2 className="m-0">{t('open_door')}</h2>
      <PasswordForm hasPassword={false} isProven={isProven} next={paths.home()} />
    </section>
  );
}
