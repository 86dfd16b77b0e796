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

/** Who only looks at the way in pays for none of it before they touch anything. */
const loadPartsAtTouch = () =>
  new Promise<Awaited<ReturnType<typeof loadParts>>>((resolve, reject) => {
    const touches = ['pointerdown', 'keydown', 'beforeinstallprompt'];
    const begin = () => {
      for (const touch of touches) window.removeEventListener(touch, begin);
      loadParts().then(resolve, reject);
    };
    for (const touch of touches) window.addEventListener(touch, begin, { passive: true });
  });

/** What every page does about its connection; most of it is code that comes late. */
export function OfflineBanner() {
  useUnsentToast();
  useCodeAhead();
  // The browser may offer it before anything that comes late is there.
  useEffect(() => window.addEventListener('beforeinstallprompt', deferInstallOffer), []);
  const person = useRouteLoaderData<{ person: string | null }>('root')?.person;
  const isStranger = person === null && !hasKnownPerson();
  const late = useLate(isStranger ? loadPartsAtTouch : loadParts);
  return late ? <late.OfflineParts /> : null;
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
