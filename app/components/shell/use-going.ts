import { useNavigation, type Location } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { useServerAway } from '~/offline/server-away';
import { useScreen } from '~/components/dialogs/screen';

/** A navigation that is quicker than this draws nothing. */
const SHOWN_AFTER_MS = 100;

/**
 * Where a link leads to whose screen is on its way; null while nobody goes anywhere, or the server cannot
 * be reached: then the screen that is there stays.
 */
export function useGoing(): Location | null {
  const { state, location, formMethod } = useNavigation();
  const isAway = useServerAway();
  return state === 'loading' && !formMethod && !isAway ? location : null;
}

/** Whether a screen has been on its way for so long that something is drawn in its place. */
export function useIsSlow(isGoing: boolean): boolean {
  const { key } = useScreen();
  const [slow, setSlow] = useState<string | null>(null);
  useEffect(() => {
    if (!isGoing) return;
    const timer = setTimeout(() => setSlow(key), SHOWN_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setSlow(null);
    };
  }, [isGoing, key]);
  // At once when the new screen is there, and not a frame later.
  return isGoing && slow === key;
}
