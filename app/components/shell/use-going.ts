import { useNavigation, type Location } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { useScreen } from '~/browser/screen';

/** A navigation that is faster than this shows nothing. */
const SHOWN_AFTER_MS = 100;

/** The URL of a link whose screen is loading; null if none is. */
export function useGoing(): Location | null {
  const { state, location, formMethod } = useNavigation();
  return state === 'loading' && !formMethod ? location : null;
}

/** Whether a screen has been loading for so long that a placeholder is shown. */
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
  // As soon as the new screen is rendered, and not a frame later.
  return isGoing && slow === key;
}
