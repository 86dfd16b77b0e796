import { useEffect, useState } from 'react';

/**
 * The modal dialog over the page, if there is one: everything outside of it is out of reach, so the
 * toast has to stand inside until it closes.
 */
export function useOpenDialog(): Element | null {
  const [dialog, setDialog] = useState<Element | null>(() =>
    document.querySelector('dialog.modal[open]'),
  );
  useEffect(() => {
    if (!dialog) return;
    const leave = () => setDialog(null);
    dialog.addEventListener('close', leave);
    return () => dialog.removeEventListener('close', leave);
  }, [dialog]);
  return dialog;
}
