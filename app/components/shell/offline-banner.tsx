import { useRouteLoaderData } from '@remix-run/react';
import { lazy, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deferInstallOffer } from '~/browser/install-offer';
import { UNSENT } from '~/browser/keep-form';
import { hasKnownPerson } from '~/browser/known-person';
import { untilLoaded } from '~/browser/reach';
import { AfterHydration } from './after-hydration';
import { useCodeAhead } from './code-ahead';
import { toast } from './toast';

const OfflineParts = lazy(() =>
  untilLoaded(async () => ({ default: (await import('./offline-parts')).OfflineParts })),
);

/** What every page does about its connection. Most of the code is loaded later. */
export function OfflineBanner() {
  useUnsentToast();
  useCodeAhead();
  // The browser may make its offer before the late code has loaded.
  useEffect(() => window.addEventListener('beforeinstallprompt', deferInstallOffer), []);
  const person = useRouteLoaderData<{ person: string | null }>('root')?.person;
  const isStranger = person === null && !hasKnownPerson();
  const isTouched = useTouched();
  // Someone new loads none of this before they touch the landing page.
  if (isStranger && !isTouched) return null;
  return (
    <AfterHydration>
      <OfflineParts />
    </AfterHydration>
  );
}

const TOUCHES = ['pointerdown', 'keydown', 'beforeinstallprompt'];

/** Whether anything was pressed, or the browser has offered to install the site. */
function useTouched(): boolean {
  const [isTouched, setIsTouched] = useState(false);
  useEffect(() => {
    const note = () => setIsTouched(true);
    for (const touch of TOUCHES) window.addEventListener(touch, note, { passive: true });
    return () => {
      for (const touch of TOUCHES) window.removeEventListener(touch, note);
    };
  }, []);
  return isTouched;
}

/** If a form did not reach the server, it stays as it was typed, and a toast says so. */
function useUnsentToast(): void {
  const { t } = useTranslation('event');

  useEffect(() => {
    const say = () => toast({ tone: 'bad', title: t('offline') });
    window.addEventListener(UNSENT, say);
    return () => window.removeEventListener(UNSENT, say);
  }, [t]);
}
