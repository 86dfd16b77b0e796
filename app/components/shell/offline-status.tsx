import { useEffect, useState, useSyncExternalStore } from 'react';
import { Icon } from '~/components/ui/icon';
import { useOfflineTexts } from '~/i18n/use-offline-texts';
import { COUNT_EVERY_MS, countCached, type CachedCounts } from '~/browser/worker/cached-counts';
import { paths } from '~/paths';

/** The classes of the card and its buttons, which the page for an uncached screen has, too. */
export const OFFLINE_CLASSES = {
  card: 'card grid w-full grid-cols-[minmax(0,1fr)] justify-items-center gap-3.5 px-5 py-8 text-center',
  button: 'w-full max-w-96',
};

/**
 * The connection, and what this device can show without it (rule `offline.status`). Without scripts nothing
 * is cached, so it shows nothing.
 */
export function OfflineStatus() {
  const t = useOfflineTexts();
  const isOnline = useOnline();
  const counts = useCachedCounts();
  if (!t || !counts) return null;
  const { pages, items } = counts;
  return (
    <section className={OFFLINE_CLASSES.card}>
      <div className="grid justify-items-center gap-3" role="status">
        {!isOnline && <Icon className="size-12 text-danger" name="wifi-off" />}
        <h2>{t(isOnline ? 'status.online' : 'status.offline')}</h2>
        <p className="text-ink-soft">
          {t(isOnline ? 'status.online_text' : 'status.offline_text')}
        </p>
      </div>
      <p className="pill whitespace-normal text-center">
        {t('kept.pages', { count: pages, number: pages })}
      </p>
      <p className="pill whitespace-normal text-center">
        {t('kept.items', { count: items, number: items })}
      </p>
      <button
        type="button"
        className={`button ${isOnline ? 'quiet' : ''} ${OFFLINE_CLASSES.button}`}
        onClick={() => window.location.reload()}
      >
        <Icon name="refresh" />
        {t('reconnect')}
      </button>
      <a className={`button quiet ${OFFLINE_CLASSES.button}`} href={paths.home()}>
        <Icon name="home" />
        {t('home')}
      </a>
    </section>
  );
}

/** The counts of cached items, updated regularly; null before the first count. */
function useCachedCounts(): CachedCounts | null {
  const [counts, setCounts] = useState<CachedCounts | null>(null);
  useEffect(() => {
    let isGone = false;
    const count = () =>
      void countCached().then(
        (counts) => isGone || setCounts(counts),
        () => undefined,
      );
    count();
    const timer = window.setInterval(count, COUNT_EVERY_MS);
    return () => {
      isGone = true;
      window.clearInterval(timer);
    };
  }, []);
  return counts;
}

function useOnline(): boolean {
  return useSyncExternalStore(
    (listener) => {
      window.addEventListener('online', listener);
      window.addEventListener('offline', listener);
      return () => {
        window.removeEventListener('online', listener);
        window.removeEventListener('offline', listener);
      };
    },
    () => navigator.onLine,
    () => true,
  );
}
