import { useEffect, useState } from 'react';
import { deferred } from '~/browser/install-offer';

/** Remembers in local storage that nobody wants to be asked again. */
const DISMISSED_KEY = 'snapodium_install_dismissed';
/** How long after the browser's offer the card comes, in milliseconds. */
const SHOW_AFTER_MS = 3000;

/** How it can be installed: the browser asks, or one does it by hand. */
export type InstallWay = 'prompt' | 'by-hand';

/**
 * Whether and how to offer the installation: 3 s after the browser has offered it, never once it is
 * installed or was dismissed.
 * @param isInside whether somebody is signed in; what is done by hand is shown to them alone
 */
export function useInstall(isInside: boolean) {
  const [way, setWay] = useState<InstallWay | null>(null);

  useEffect(() => {
    if (isInstalled() || isDismissed()) return;
    let timer: number | undefined;
    const plan = (next: InstallWay) => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => setWay(next), SHOW_AFTER_MS);
    };
    if (deferred.offer) plan('prompt');
    else if (isInside && isIosSafari()) plan('by-hand');
    const offered = () => plan('prompt');
    window.addEventListener('beforeinstallprompt', offered);
    const hide = () => {
      window.clearTimeout(timer);
      setWay(null);
    };
    window.addEventListener('appinstalled', hide);
    return () => {
      window.removeEventListener('beforeinstallprompt', offered);
      window.clearTimeout(timer);
      window.removeEventListener('appinstalled', hide);
    };
  }, [isInside]);

  return {
    way,
    /** Has the browser ask; it takes one offer only once. */
    install: () => {
      setWay(null);
      void deferred.offer?.prompt();
      deferred.offer = undefined;
    },
    /** Hides the card for good. */
    dismiss: () => {
      setWay(null);
      try {
        localStorage.setItem(DISMISSED_KEY, '1');
      } catch {
        // Without storage it comes back with the next page.
      }
    },
  };
}

function isDismissed(): boolean {
  try {
    return localStorage.getItem(DISMISSED_KEY) !== null;
  } catch {
    return false;
  }
}

function isInstalled(): boolean {
  const isApple = (navigator as { standalone?: boolean }).standalone === true;
  return isApple || window.matchMedia('(display-mode: standalone)').matches;
}

/** Safari itself: other browsers of iOS have their own menus. An iPad says that it is a Mac. */
function isIosSafari(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  const isIos = /iPhone|iPad/.test(userAgent) || (/Mac OS X/.test(userAgent) && maxTouchPoints > 1);
  return isIos && /Safari\//.test(userAgent) && !/CriOS|FxiOS|EdgiOS|OPT\//.test(userAgent);
}
