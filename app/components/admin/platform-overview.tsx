import { useTranslation } from 'react-i18next';
import type { StorageStatus } from '~/models/storage';
import { Icon } from '../ui/icon';
import { Pill } from '../ui/pill';

/** The platform's figures, written in the reader's language. */
export function PlatformOverview({
  figures,
  storage,
}: {
  figures: { users: string; events: string; uploads: string };
  storage: { primary: StorageStatus['base']; isFtpConfigured: boolean; isFtpDown: boolean };
}) {
  const { t } = useTranslation('admin');
  return (
    <div className="grid gap-4 md:grid-cols-3">
      <section className="card">
        <div className="flex items-center gap-3">
          <Icon name="server" />
          <h2>{t('storage.title')}</h2>
        </div>
        <dl className="key-values">
          <div>
            <dt>{t('storage.primary')}</dt>
            <dd>{t(`storage.${storage.primary}`)}</dd>
          </div>
          <div>
            <dt>{t('store.ftp')}</dt>
            <dd>
              <FtpState {...storage} />
            </dd>
          </div>
          <div>
            <dt>{t('storage.uploads')}</dt>
            <dd className="figure">{figures.uploads}</dd>
          </div>
        </dl>
      </section>
      <section className="card">
        <div className="flex items-center gap-3">
          <Icon name="users" />
          <h2>{t('people.title')}</h2>
        </div>
        <dl className="key-values">
          <div>
            <dt>{t('people.users')}</dt>
            <dd className="figure">{figures.users}</dd>
          </div>
          <div>
            <dt>{t('people.events')}</dt>
            <dd className="figure">{figures.events}</dd>
          </div>
        </dl>
      </section>
      <section className="card">
        <div className="flex items-center gap-3">
          <Icon name="database" />
          <h2>{t('database.title')}</h2>
        </div>
        <p className="mt-3 text-ink-soft">{t('database.text')}</p>
        <p className="mt-3">
          <Pill tone="ok" icon="check">
            {t('database.connected')}
          </Pill>
        </p>
      </section>
    </div>
  );
}

function FtpState({
  isFtpConfigured,
  isFtpDown,
}: {
  isFtpConfigured: boolean;
  isFtpDown: boolean;
}) {
  const { t } = useTranslation('admin');
  if (isFtpDown) {
    return (
      <Pill tone="warn" icon="alert">
        {t('storage.ftp_down')}
      </Pill>
    );
  }
  return isFtpConfigured ? (
    <Pill tone="ok" icon="check">
      {t('storage.configured')}
    </Pill>
  ) : (
    <Pill>{t('storage.not_configured')}</Pill>
  );
}
