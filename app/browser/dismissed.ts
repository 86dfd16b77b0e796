/** The hints that this device's user need not see again, each with its local-storage key. */
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
    // Without storage the hint returns on the next page.
  }
}
