import { useTranslation } from 'react-i18next';
import { Icon } from '../ui/icon';
import { Pill } from '../ui/pill';

/** The platform's figures, written in the reader's language (§2). */
export function PlatformOverview({
  counts,
}: {
  counts: { users: string; events: string; uploads: string };
}) {
  const { t } = useTranslation('admin');
  return (
    <div className="ov">
      <section className="card">
        <div className="row">
          <Icon name="server" />
          <h2>{t('storage.title')}</h2>
        </div>
        <dl className="kv">
          <div>
            <dt>{t('storage.primary')}</dt>
            <dd>{t('storage.local')}</dd>
          </div>
          <div>
            <dt>{t('storage.uploads')}</dt>
            <dd className="big num">{counts.uploads}</dd>
          </div>
        </dl>
      </section>
      <section className="card">
        <div className="row">
          <Icon name="users" />
          <h2>{t('people.title')}</h2>
        </div>
        <dl className="kv">
          <div>
            <dt>{t('people.users')}</dt>
            <dd className="big num">{counts.users}</dd>
          </div>
          <div>
            <dt>{t('people.events')}</dt>
            <dd className="big num">{counts.events}</dd>
          </div>
        </dl>
      </section>
      <section className="card stack">
        <div className="row">
          <Icon name="database" />
          <h2>{t('database.title')}</h2>
        </div>
        <p className="soft">{t('database.text')}</p>
        <p>
          <Pill tone="ok" icon="check">
            {t('database.connected')}
          </Pill>
        </p>
      </section>
    </div>
  );
}
