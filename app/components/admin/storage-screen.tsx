import { useTranslation } from 'react-i18next';
import { Note } from '../ui/note';
import { FtpForm, type FtpReply } from './ftp-form';
import { KeyValue, KeyValues } from './key-values';
import { StoragePlace } from './storage-place';
import type { StorageView } from './storage-views';

/** Where photos are stored, and the form for an FTP server. */
export function StorageScreen({ view, reply }: { view: StorageView; reply?: FtpReply }) {
  const { t } = useTranslation('admin');
  const { ftpUploads } = view.uploadStats;
  const isOutOfReach = !view.ftpConfigured && ftpUploads > 0;
  return (
    <div className="grid items-start gap-4 laptop:grid-cols-[5fr_6fr] laptop:gap-6">
      <div className="grid gap-4">
        {!view.ftpConfigured && (
          <Note
            tone={isOutOfReach ? 'warn' : 'info'}
            role="status"
            title={t('store.not_configured_title')}
          >
            {isOutOfReach
              ? t('store.out_of_reach', { count: ftpUploads })
              : t('store.not_configured_text')}
          </Note>
        )}
        {view.isFtpDown && (
          <Note tone="error" title={t('store.down_title')}>
            {t('store.down_text')}
          </Note>
        )}
        <StoragePlace view={view} />
        {view.ftpConfigured && <FtpServer view={view} />}
      </div>
      <FtpForm view={view} reply={reply} />
    </div>
  );
}

/** The configured FTP server, without its credentials. */
function FtpServer({ view }: { view: StorageView }) {
  const { t } = useTranslation('admin');
  const facts = [
    [t('store.host'), view.ftpHost],
    [t('store.base_url'), view.ftpBaseUrl],
    [t('store.directory'), view.ftpDirectory || '/'],
    [t('store.connection'), t(view.isEncrypted ? 'store.encrypted' : 'store.plain')],
  ];
  return (
    <section className="card grid gap-4">
      <h2>{t('store.server')}</h2>
      <KeyValues>
        {facts.map(([name, value]) => (
          <KeyValue key={name} name={name ?? ''} valueClassName="font-semibold wrap-anywhere">
            {value}
          </KeyValue>
        ))}
      </KeyValues>
      <p className="text-sm text-ink-soft">{t(view.isStored ? 'store.kept' : 'store.not_kept')}</p>
    </section>
  );
}
