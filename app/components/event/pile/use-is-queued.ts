import { useEffect, useState } from 'react';
import { ANSWERED, isServerAway, SILENT } from '~/browser/reach';

/** Whether the server does not answer at the moment, so that what the reader has seen is queued on the device. */
export function useIsQueued(): boolean {
  const [isAway, setIsAway] = useState(false);
  useEffect(() => {
    const note = () => setIsAway(isServerAway() || !navigator.onLine);
    note();
    const events = [SILENT, ANSWERED, 'online', 'offline'];
    for (const event of events) window.addEventListener(event, note);
    return () => {
      for (const event of events) window.removeEventListener(event, note);
    };
  }, []);
  return isAway;
}
