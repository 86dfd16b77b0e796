import { createContext, useCallback, useContext } from 'react';
import { openDialog } from './dialog-history';

/** The host around a screen: which addresses it can open as dialogs. */
export interface DialogHostValue {
  canOpen: (to: string) => boolean;
}

export const DialogHostContext = createContext<DialogHostValue | null>(null);

/** Inside an open dialog: how to close it. Null on a page. */
export const DialogCloseContext = createContext<(() => void) | null>(null);

/** Inside a dialog, open or as a page: its title, and the id of the heading that shows it. */
export interface DialogTitle {
  id: string;
  title: string;
}

export const DialogTitleContext = createContext<DialogTitle | null>(null);

/** The title of the dialog that this stands in. Throws outside of one. */
export function useDialogTitle(): DialogTitle {
  const title = useContext(DialogTitleContext);
  if (!title) throw new Error('no dialog around this');
  return title;
}

/**
 * Opens an address as a dialog over this screen; false when no host here knows it, or when the router
 * is on its way elsewhere: then the address is to be opened as a page. From inside a dialog it lies over
 * that one, or takes its place (`replace`).
 */
export function useOpenDialog(): (to: string, options?: { replace?: boolean }) => boolean {
  const host = useContext(DialogHostContext);
  return useCallback(
    (to, options) => host !== null && host.canOpen(to) && openDialog(to, options),
    [host],
  );
}
