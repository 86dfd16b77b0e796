// What a wall remembers across a reload: that it was started, so that nobody has to press again, and the version for
// which it reloaded itself, so that it does so once.

const NAME = 'snapodium_wall';

interface Memory {
  key: string;
  isStarted: boolean;
  /** The version of the state for which the page was reloaded. */
  reloadedFor: string;
}

/** What was noted for this key; null if nothing was, or the browser stores nothing. */
export function recall(key: string): Memory | null {
  try {
    const memory = JSON.parse(sessionStorage.getItem(NAME) || 'null') as Memory | null;
    return memory && memory.key === key ? memory : null;
  } catch {
    return null;
  }
}

/** @returns whether it is stored */
export function remember(memory: Memory): boolean {
  try {
    sessionStorage.setItem(NAME, JSON.stringify(memory));
    return true;
  } catch {
    return false;
  }
}

export function forget(): void {
  try {
    sessionStorage.removeItem(NAME);
  } catch {
    // Nothing was stored.
  }
}
