import { useEffect, useState } from 'react';
import { deferred } from '~/browser/install-offer';
import { isDismissed, noteDismissed } from '~/browser/dismissed';
import { isInstalled, isIos } from '~/browser/installed';

const HINT = 'snapodium_install_dismissed';
/** The delay between the browser's offer and the card, in ms. */
const SHOW_AFTER_MS = 3000;

/** How to install: the browser asks, or the user does it by hand. */
type InstallWay = 'prompt' | 'by-hand';

/**
 * Whether and how to offer the installation: 3 s after the browser's offer, and never once it is installed or
 * was dismissed.
 * @param isInside whether the user is signed in; only they see the instructions
 */
export function useInstall(isInside: boolean) {
  const [way, setWay] = useState<InstallWay | null>(null);

  useEffect(() => {
    if (isInstalled() || isDismissed(HINT)) return;
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
    /** Lets the browser ask. It accepts each offer only once. */
    install: () => {
      setWay(null);
      void deferred.offer?.prompt();
      deferred.offer = undefined;
    },
    /** Hides the card permanently. */
    dismiss: () => {
      setWay(null);
      noteDismissed(HINT);
    },
  };
}

/** Safari itself, because other browsers on iOS have their own menus. */
function isIosSafari(): boolean {
  const { userAgent } = navigator;
  return isIos() && /Safari\//.test(userAgent) && !/CriOS|FxiOS|EdgiOS|OPT\//.test(userAgent);
}
