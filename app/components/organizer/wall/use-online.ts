import { useSyncExternalStore } from 'react';
import { ANSWERED, isServerAway, SILENT } from '~/browser/reach';

const EVENTS = ['online', 'offline', ANSWERED, SILENT];

/** Whether this device reaches the server, as far as it knows. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    (listener) => {
      for (const name of EVENTS) window.addEventListener(name, listener);
      return () => {
        for (const name of EVENTS) window.removeEventListener(name, listener);
      };
    },
    () => navigator.onLine && !isServerAway(),
    () => true,
  );
}
