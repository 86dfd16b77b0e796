import { useState } from 'react';
import { useBrowserLayoutEffect } from '~/components/ui/use-browser-layout-effect';

/**
 * The modal dialog over the page, if there is one. Nothing outside it can be reached, so the toast is inside it until
 * it closes.
 */
export function useOpenDialog(): Element | null {
  const [dialog, setDialog] = useState<Element | null>(() =>
    document.querySelector('dialog.modal[open]'),
  );
  useBrowserLayoutEffect(() => {
    if (!dialog) return;
    const leave = () => setDialog(null);
    // It may have closed during the render.
    if (!dialog.isConnected || !dialog.hasAttribute('open')) return leave();
    dialog.addEventListener('close', leave);
    return () => dialog.removeEventListener('close', leave);
  }, [dialog]);
  return dialog;
}
