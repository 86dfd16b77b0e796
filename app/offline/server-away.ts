import { useSyncExternalStore } from 'react';

let waiting = 0;
const listeners = new Set<() => void>();

function count(change: 1 | -1): void {
  waiting += change;
  for (const listener of listeners) listener();
}

/** Says of a wait for the server that somebody goes nowhere meanwhile, as long as it lasts. */
export async function serverAway<T>(wait: Promise<T>): Promise<T> {
  count(1);
  try {
    return await wait;
  } finally {
    count(-1);
  }
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether a link was pressed, and waits for a server that cannot be reached. */
export function useServerAway(): boolean {
  return useSyncExternalStore(
    listen,
    () => waiting > 0,
    () => false,
  );
}
