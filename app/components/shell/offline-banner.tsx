import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToast } from './toaster';
import { Icon } from '~/components/ui/icon';

/** How long the banner stays after going offline. */
const OFFLINE_BANNER_MS = 5000;

/** The red banner on top, for 5 s after going offline. */
export function OfflineBanner() {
  const { t } = useTranslation();
  const [isShown, setIsShown] = useState(false);
  useRefusedWrites();

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
    return () => {
      window.clearTimeout(timer);
      window.removeEventListener('offline', show);
      window.removeEventListener('online', hide);
    };
  }, []);

  if (!isShown) return null;
  return (
    <div className="offline" role="status">
      <Icon name="wifi-off" />
      {t('offline.banner')}
    </div>
  );
}

/**
 * Without a connection no form is sent (rule `screens.offline`): a toast says so, and everything
 * typed stays where it is. Asked before any form's own handler, for all of them.
 */
function useRefusedWrites(): void {
  const { t } = useTranslation('event');
  const toast = useToast();

  useEffect(() => {
    const refuse = (event: SubmitEvent) => {
      if (navigator.onLine) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      toast({ tone: 'bad', title: t('offline') });
    };
    window.addEventListener('submit', refuse, { capture: true });
    return () => window.removeEventListener('submit', refuse, { capture: true });
  }, [t, toast]);
}
