import { useNavigation, type Location } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { useScreen } from '~/components/dialogs/screen';

/** A navigation that is quicker than this draws nothing. */
const SHOWN_AFTER_MS = 100;

/** The address of a link whose screen is loading; null while none is. */
export function useGoing(): Location | null {
  const { state, location, formMethod } = useNavigation();
  return state === 'loading' && !formMethod ? location : null;
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
