import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from '@remix-run/react';
import { UNSENT } from '~/offline/keep-form';
import { holdForms, loadFormRoutes } from '~/offline/keep-screens';
import { useToast } from './toaster';
import { Icon } from '~/components/ui/icon';

/** How long the banner stays after going offline. */
const OFFLINE_BANNER_MS = 5000;

/** The red banner on top, for 5 s after going offline. */
export function OfflineBanner() {
  const { t } = useTranslation();
  const [isShown, setIsShown] = useState(false);
  useUnsentToast();
  useFormRoutes();

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

/** A form that did not reach the server stays as it is, with all that was typed; a toast says so. */
function useUnsentToast(): void {
  const { t } = useTranslation('event');
  const toast = useToast();

  useEffect(() => {
    const say = () => toast({ tone: 'bad', title: t('offline') });
    window.addEventListener(UNSENT, say);
    return () => window.removeEventListener(UNSENT, say);
  }, [t, toast]);
}

/** What the screen's forms need to stay when they cannot be sent, while there is a connection. */
function useFormRoutes(): void {
  const location = useLocation();
  useEffect(holdForms, []);
  useEffect(() => {
    loadFormRoutes();
    // Parts of a screen may come later than itself.
    document.addEventListener('focusin', loadFormRoutes);
    return () => document.removeEventListener('focusin', loadFormRoutes);
  }, [location]);
}
