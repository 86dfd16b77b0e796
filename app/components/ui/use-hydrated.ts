import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** Whether scripts run here: false on the server and while hydrating, so that both draw the same. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
