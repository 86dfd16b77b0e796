import { useNavigate } from '@remix-run/react';
import { useEffect } from 'react';
import { useScreen } from '~/browser/screen';
import { DUEL_KEY } from '~/browser/shown-once';
import { paths } from '~/paths';

/** The duel that was opened, if storage is not available. */
let opened = '';

/**
 * Opens the page of a duel that runs, once per tab: only where photos are looked at, and never over a dialog or
 * something that is being written (rule `duel.opens`).
 * @param duel identifies the duel; null while none runs
 */
export function useOpenDuel(duel: string | null): void {
  const navigate = useNavigate();
  const { pathname, dialog } = useScreen();
  const isFree = dialog === null && (pathname === paths.feed() || pathname === paths.top());
  useEffect(() => {
    if (!duel || !isFree || wasOpened(duel) || isWriting()) return;
    noteOpened(duel);
    navigate(paths.duel());
  }, [duel, isFree, navigate]);
}

const isWriting = () =>
  document.activeElement?.matches('input, textarea, select, [contenteditable]') === true;

function wasOpened(duel: string): boolean {
  try {
    return opened === duel || sessionStorage.getItem(DUEL_KEY) === duel;
  } catch {
    return false;
  }
}

function noteOpened(duel: string): void {
  opened = duel;
  try {
    sessionStorage.setItem(DUEL_KEY, duel);
  } catch {
    // Storage can be full or forbidden; then a reload opens it again.
  }
}
