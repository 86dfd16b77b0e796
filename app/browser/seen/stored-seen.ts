/** The key in local storage of what was seen and is not sent yet. */
export const STORE = 'snapodium_seen';

/** What waits on this device. */
export interface Waiting {
  userId: number;
  ids: number[];
  /** When the last batch was sent by any tab, in ms since 1970. */
  sentAt: number;
}

/** Reads what waits; null if nothing does, or if nothing can be stored. */
export function readStored(): Waiting | null {
  try {
    return JSON.parse(localStorage.getItem(STORE) ?? 'null') as Waiting | null;
  } catch {
    return null;
  }
}
