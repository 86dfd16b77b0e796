import { createContext, useContext } from 'react';

/**
 * Opens an address as a dialog over the screen, or over the dialog that lies there already.
 * @returns false when the host does not know it, or while the router is on its way elsewhere, which only a
 *   navigation of its own ends: then the address is to be opened as a page
 */
export type OpenDialog = (
  to: string,
  options?: {
    /** Whether it takes the place of the dialog that it is opened from: Back leads to what that came from. */
    replace?: boolean;
  },
) => boolean;

export const DialogHostContext = createContext<OpenDialog>(() => false);

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

/** What opens a dialog here; where no host is around, it opens none. */
export const useOpenDialog = (): OpenDialog => useContext(DialogHostContext);
