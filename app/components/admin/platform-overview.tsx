import { useTranslation } from 'react-i18next';
import type { DatabasePlace } from '~/models/admin/platform';
import type { Place } from '~/models/storage/rules';
import { Icon } from '../ui/icon';
import { Pill } from '../ui/pill';
import { KeyValue, KeyValues } from './key-values';

const CLASSES_FIGURE = 'font-display text-[1.75rem]/none';

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
        <KeyValues>
          <KeyValue name={t('storage.primary')}>{nameOf(storage.primary)}</KeyValue>
          <KeyValue name={t('store.ftp')}>
            <FtpState {...storage} />
          </KeyValue>
          <KeyValue name={t('storage.uploads')} valueClassName={CLASSES_FIGURE}>
            {figures.uploads}
          </KeyValue>
          <KeyValue
            name={t('storage.disk')}
            valueClassName="grid justify-items-end gap-1 font-semibold"
          >
            {t('storage.disk_free', storage.disk)}
            {(storage.disk.isFull || storage.disk.isLow) && (
              <Pill tone={storage.disk.isFull ? 'bad' : 'warn'} icon="alert">
                {t(storage.disk.isFull ? 'storage.disk_full' : 'storage.disk_low')}
              </Pill>
            )}
          </KeyValue>
        </KeyValues>
      </section>
      <section className="card">
        <div className="flex items-center gap-3">
          <Icon name="users" />
          <h2>{t('people.title')}</h2>
        </div>
        <KeyValues>
          <KeyValue name={t('people.users')} valueClassName={CLASSES_FIGURE}>
            {figures.users}
          </KeyValue>
          <KeyValue name={t('people.events')} valueClassName={CLASSES_FIGURE}>
            {figures.events}
          </KeyValue>
        </KeyValues>
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
