import { useRouteLoaderData } from '@remix-run/react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { deferInstallOffer } from '~/browser/install-offer';
import { UNSENT } from '~/browser/keep-form';
import { hasKnownPerson } from '~/browser/known-person';
import { useCodeAhead } from './code-ahead';
import { useToast } from './toaster';
import { useLate } from './use-late';

const loadParts = () => import('./offline-parts');

/** Visitors of the landing page load these parts only once they touch the page. */
const loadPartsAtTouch = () =>
  new Promise<Awaited<ReturnType<typeof loadParts>>>((resolve, reject) => {
    const touches = ['pointerdown', 'keydown', 'beforeinstallprompt'];
    const begin = () => {
      for (const touch of touches) window.removeEventListener(touch, begin);
      loadParts().then(resolve, reject);
    };
    for (const touch of touches) window.addEventListener(touch, begin, { passive: true });
  });

/** What every page does about its connection. Most of the code is loaded later. */
export function OfflineBanner() {
  useUnsentToast();
  useCodeAhead();
  // The browser may make its offer before the late code has loaded.
  useEffect(() => window.addEventListener('beforeinstallprompt', deferInstallOffer), []);
  const person = useRouteLoaderData<{ person: string | null }>('root')?.person;
  const isStranger = person === null && !hasKnownPerson();
  const late = useLate(isStranger ? loadPartsAtTouch : loadParts);
  return late ? <late.OfflineParts /> : null;
}

/** If a form did not reach the server, it stays as it was typed, and a toast says so. */
function useUnsentToast(): void {
  const { t } = useTranslation('event');
  const toast = useToast();

  useEffect(() => {
    const say = () => toast({ tone: 'bad', title: t('offline') });
    window.addEventListener(UNSENT, say);
    return () => window.removeEventListener(UNSENT, say);
  }, [t, toast]);
}
