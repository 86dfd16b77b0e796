/** What this device's user need not be told again, each by its local-storage key. */
type Hint = 'snapodium_install_dismissed' | 'snapodium_push_home_dismissed';

/** Whether a hint was dismissed on this device. */
export function isDismissed(hint: Hint): boolean {
  try {
    return localStorage.getItem(hint) !== null;
  } catch {
    return false;
  }
}

/** Notes that a hint was dismissed on this device. */
export function noteDismissed(hint: Hint): void {
  try {
    localStorage.setItem(hint, '1');
  } catch {
    // Without storage it returns on the next page.
  }
}
