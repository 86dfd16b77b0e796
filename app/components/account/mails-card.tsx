import { Form, useNavigation } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { paths } from '~/paths';
import type { SettingsView } from './account-views';
import { Switch } from '~/components/ui/switch';

const INTENT = 'mails';
const FIELD = 'mails';
const LABEL_ID = 'mails-label';
const HINT_ID = 'mails-hint';

/** The switch for mails about news (rule `notices.mail`). The mails link here. */
export function MailsCard({
  mails,
  isOrganizer,
}: {
  mails: NonNullable<SettingsView['mails']>;
  isOrganizer: boolean;
}) {
  const { t } = useTranslation('account');
  const sent = useNavigation().formData;
  const isOn = sent?.get('intent') === INTENT ? sent.get(FIELD) === 'true' : mails.isOn;
  return (
    <section className="card" id="mails">
      <h2>{t('mails.title')}</h2>
      <Form className="flex items-center gap-4" method="post" action={paths.settings()}>
        <div className="min-w-0 flex-1">
          <p className="font-bold" id={LABEL_ID}>
            {isOrganizer ? t('mails.reports') : t('mails.messages')}
          </p>
          <p className="mt-1 text-sm text-ink-soft wrap-anywhere" id={HINT_ID}>
            {t('mails.hint', { email: mails.email })} {!mails.isConfirmed && t('mails.unconfirmed')}
          </p>
        </div>
        <input type="hidden" name={FIELD} value={String(!isOn)} />
        <Switch
          isOn={isOn}
          name="intent"
          value={INTENT}
          aria-labelledby={LABEL_ID}
          aria-describedby={HINT_ID}
        />
      </Form>
    </section>
  );
}
