import { createContext, useContext } from 'react';

/**
 * Opens a URL as a dialog over the screen, or over the open dialog.
 * @returns false if the host does not know the URL, or while the router is navigating elsewhere, which only
 *   another navigation ends; the caller then opens it as a page
 */
export type OpenDialog = (
  to: string,
  options?: {
    /** Whether it replaces the dialog from which it is opened, so that Back skips that one. */
    replace?: boolean;
  },
) => boolean;

export const DialogHostContext = createContext<OpenDialog>(() => false);

/** Closes the dialog around this component. Null on a page. */
export const DialogCloseContext = createContext<(() => void) | null>(null);

/** The title of a dialog, open or as a page, and the id of the heading that shows it. */
interface DialogTitle {
  id: string;
  title: string;
}

export const DialogTitleContext = createContext<DialogTitle | null>(null);

/** The title of the dialog around this component. Throws if there is none. */
export function useDialogTitle(): DialogTitle {
  const title = useContext(DialogTitleContext);
  if (!title) throw new Error('no dialog around this');
  return title;
}

/** The function that opens a dialog here. Without a host, it opens none. */
export const useOpenDialog = (): OpenDialog => useContext(DialogHostContext);
