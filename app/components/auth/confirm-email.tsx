import { useTranslation } from 'react-i18next';
import { Email } from '~/components/ui/email';
import { LinkStep } from './open-event';

/** Asks the reader of a mail to confirm that the address is theirs. */
export function ConfirmEmail({ email }: { email: string }) {
  const { t } = useTranslation(['auth', 'links']);
  return (
    <LinkStep
      title={t('links:confirm_email.title')}
      label={t('actions.confirm')}
      busyLabel={t('actions.checking')}
    >
      {t('links:confirm_email.text')}
      <b className="mt-1.5 block text-ink">
        <Email address={email} />
      </b>
    </LinkStep>
  );
}
