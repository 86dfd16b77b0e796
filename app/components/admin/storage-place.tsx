import { Form, useSubmit } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { shareOf } from '~/models/storage/rules';
import { adminPaths } from '~/admin-paths';
import type { StorageView } from './storage-views';

const SWITCH_ID = 'storage-mode';

/** How many photos each storage holds, and where new ones go. */
export function StoragePlace({ view }: { view: StorageView }) {
  const { t } = useTranslation('admin');
  const { ftpConfigured, ftpStorageActive } = view;
  const storage = view.base.title;
  const ftpMode = storage ? t('store.mode_ftp_beside', { storage }) : t('store.mode_ftp');
  const baseMode = storage ? t('store.mode_only', { storage }) : t('store.mode_local');
  return (
    <section className="card grid gap-4">
      <div>
        <h2>{t('store.title')}</h2>
        <p className="text-sm text-ink-soft">{ftpStorageActive ? ftpMode : baseMode}</p>
      </div>
      {view.places.map(({ name, title, photos, text }) => (
        <Share
          key={name}
          label={title ? t('store.files_on', { storage: title }) : t('store.local_files')}
          count={photos}
          text={text}
          total={view.uploadStats.totalUploads}
        />
      ))}
      {view.waitingMoves > 0 && (
        <p className="text-sm">{t('store.moves', { count: view.waitingMoves })}</p>
      )}
      {view.waitingRemovals > 0 && (
        <p className="text-sm">{t('store.removals', { count: view.waitingRemovals })}</p>
      )}
      {view.damagedPhotos > 0 && (
        <p className="text-sm">{t('store.damaged', { count: view.damagedPhotos })}</p>
      )}
      {ftpConfigured && <ModeSwitch base={storage ?? t('store.local')} isFtp={ftpStorageActive} />}
    </section>
  );
}

/** One storage's share of all photos, in words and as a bar. */
function Share({
  label,
  count,
  text,
  total,
}: {
  label: string;
  count: number;
  /** Number and share, formatted in the reader's language. */
  text: string;
  total: number;
}) {
  const share = shareOf(count, total);
  return (
    <div>
      <p className="flex items-center justify-between gap-3 text-sm">
        <span>{label}</span>
        <strong className="tabular-nums">{text}</strong>
      </p>
      <div
        className="progress-bar"
        style={{ '--v': `${share}%` } as Record<string, string>}
        role="progressbar"
        aria-label={label}
        aria-valuenow={share}
        aria-valuetext={text}
      />
    </div>
  );
}

/** Whether to use FTP; sent immediately with scripts, with a button without them. */
function ModeSwitch({ base, isFtp }: { base: string; isFtp: boolean }) {
  const { t } = useTranslation('admin');
  const submit = useSubmit();
  const choice = (value: boolean, label: ReactNode) => (
    <label>
      <input
        type="radio"
        name="useFtp"
        value={String(value)}
        // Re-created when the server has answered, even after an error.
        key={`${value}-${isFtp}`}
        defaultChecked={isFtp === value}
        onChange={(event) => submit(event.currentTarget.form)}
      />
      {label}
    </label>
  );
  return (
    <Form method="post" action={adminPaths.storage()} className="setting-row">
      <input type="hidden" name="intent" value="mode" />
      <p className="name min-w-44 flex-1" id={SWITCH_ID}>
        {t('store.switch')}
      </p>
      <fieldset className="segments" aria-labelledby={SWITCH_ID}>
        {choice(true, t('store.ftp'))}
        {choice(false, base)}
      </fieldset>
      <noscript>
        <button className="button slim">{t('store.save')}</button>
      </noscript>
    </Form>
  );
}
