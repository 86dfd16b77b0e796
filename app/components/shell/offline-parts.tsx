import { useRouteLoaderData } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notePersonOfPage } from '~/browser/worker/watch-person';
import { CLEAR_EVERY_MS, clearExpired } from '~/browser/live/cache';
import { startWorker } from '~/browser/worker/start-worker';
import { Icon } from '~/components/ui/icon';
import { InstallCard } from './install-card';
import { UpdateCard } from './update-card';

/** How long the banner stays after going offline. */
const OFFLINE_BANNER_MS = 5000;

/**
 * What every page has for when the network is gone, and what runs in the background: the worker, and the deletion of
 * data that is too old or somebody else's.
 */
export function OfflineParts() {
  // Unknown on a page whose root could not be loaded.
  const person = useRouteLoaderData<{ person: string | null }>('root')?.person;
  const [takeOver, setTakeOver] = useState<() => void>();
  useEffect(() => startWorker((begin) => setTakeOver(() => begin)), []);
  useEffect(() => {
    if (person !== undefined) void notePersonOfPage(person);
  }, [person]);
  useEffect(() => {
    const timer = window.setInterval(clearExpired, CLEAR_EVERY_MS);
    return () => window.clearInterval(timer);
  }, []);
  return (
    <>
      <Banner />
      {takeOver ? (
        <UpdateCard onReload={takeOver} onLater={() => setTakeOver(undefined)} />
      ) : (
        <InstallCard isInside={person != null} />
      )}
    </>
  );
}

/** The red banner on top, for 5 s after going offline or opening a page offline. */
function Banner() {
  const { t } = useTranslation();
  const [isShown, setIsShown] = useState(false);

  useEffect(() => {
    let timer: number | undefined;
    const hide = () => {
      window.clearTimeout(timer);
      setIsShown(false);
    };
    const show = () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(hide, OFFLINE_BANNER_MS);
      setIsShown(true);
    };
    window.addEventListener('offline', show);
    window.addEventListener('online', hide);
    // The connection may be lost before this code has loaded, or the page may come from the cache.
    if (!navigator.onLine) show();
    return () => {
      window.clearTimeout(timer);
      window.removeEventListener('offline', show);
      window.removeEventListener('online', hide);
    };
  }, []);

  if (!isShown) return null;
  return (
    <div
      // It covers the header without moving anything, and what is below it can still be pressed.
      className="pointer-events-none fixed inset-x-0 top-0 z-65 flex items-center justify-center gap-2 bg-danger px-4 py-2.5 text-sm/body font-semibold text-on-danger"
      role="status"
    >
      <Icon name="wifi-off" />
      {t('offline.banner')}
    </div>
  );
}
