import { useTranslation } from 'react-i18next';
import type { DatabasePlace } from '~/models/admin/platform';
import type { Place } from '~/models/storage/rules';
import { Icon } from '../ui/icon';
import { Pill } from '../ui/pill';

/** The platform's totals, formatted in the reader's language. */
export function PlatformOverview({
  figures,
  storage,
  database,
}: {
  figures: { users: string; events: string; uploads: string };
  storage: {
    primary: Place;
    isFtpConfigured: boolean;
    isFtpDown: boolean;
    /** As text. */
    disk: { free: string; total: string; isLow: boolean; isFull: boolean };
  };
  database: DatabasePlace;
}) {
  const { t } = useTranslation('admin');
  const nameOf = ({ name, title }: Place) =>
    name === 'ftp' ? t('storage.ftp') : (title ?? t('storage.local'));
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
            <dd>{nameOf(storage.primary)}</dd>
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
          <div>
            <dt>{t('storage.disk')}</dt>
            <dd className="grid justify-items-end gap-1">
              {t('storage.disk_free', storage.disk)}
              {(storage.disk.isFull || storage.disk.isLow) && (
                <Pill tone={storage.disk.isFull ? 'bad' : 'warn'} icon="alert">
                  {t(storage.disk.isFull ? 'storage.disk_full' : 'storage.disk_low')}
                </Pill>
              )}
            </dd>
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
        <p className="mt-3 wrap-anywhere text-ink-soft">
          {database.server === null
            ? t('database.embedded', { version: database.version })
            : t('database.server', { version: database.version, server: database.server })}
        </p>
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
