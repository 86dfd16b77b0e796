import { useLocation, useNavigate, type ShouldRevalidateFunction } from '@remix-run/react';
import { createContext, useCallback, useContext } from 'react';
import { isOfflineAnswer } from '~/offline/offline-answer';

/**
 * How a dialog lives in the history: the entry's location is the screen below (`over`), its state
 * names the dialog, and the address bar shows the dialog's own address, so that a reload or a
 * copied link gets the page.
 */
export interface DialogState {
  dialog: string;
  over: string;
}

/** The dialog in a location's state, or null. */
export function dialogState(state: unknown): DialogState | null {
  const { dialog, over } = (state ?? {}) as Partial<DialogState>;
  return typeof dialog === 'string' && typeof over === 'string' ? { dialog, over } : null;
}

/** The dialog that lies over a location. Null on the dialog's own page, after a reload for instance. */
export function openDialogOf(location: {
  pathname: string;
  search: string;
  state: unknown;
}): DialogState | null {
  const state = dialogState(location.state);
  return state?.over === location.pathname + location.search ? state : null;
}

// Set by the host, read by the listeners below, which live outside of React.
const now = { isOpen: false, isMoving: false };

/** Says whether a dialog lies over the screen that has just arrived. */
export function arriveWithDialog(isOpen: boolean): void {
  now.isOpen = isOpen;
  now.isMoving = false;
}

/** Says that the next navigation opens, changes or closes a dialog. */
export function moveDialog(): void {
  now.isMoving = true;
}

/**
 * Back and Forward: an entry with a dialog gets the address of the screen below again before the
 * router looks at it; otherwise the router would leave for the dialog's page. Call it once, before
 * the router is created: listeners of `popstate` run in the order they were added.
 */
export function watchDialogHistory(): void {
  window.addEventListener('popstate', ({ state }) => {
    const next = dialogState((state as { usr?: unknown } | null)?.usr);
    if (next) window.history.replaceState(state, '', next.over);
    if (next || now.isOpen) moveDialog();
  });
}

/**
 * A route's `shouldRevalidate`: opening, changing or closing a dialog loads nothing again. Every
 * route that a dialog can lie over re-exports it, and so do the dialogs' own routes. Nor does a form
 * that has not reached the server; anything else (forms, polling, other addresses) stays as Remix
 * decides.
 */
export const keepWhenOnlyDialogChanges: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  formMethod,
  actionResult,
  defaultShouldRevalidate,
}) => {
  // Where nothing could be sent, nothing can be loaded: the screen stays as it is.
  if (isOfflineAnswer(actionResult)) return false;
  const onlyDialog = now.isMoving && !formMethod && currentUrl.href === nextUrl.href;
  return onlyDialog ? false : defaultShouldRevalidate;
};

/**
 * The same for a dialog that asks something: what it asks does not depend on its answer, and once a
 * thing is gone there is nothing left to ask about it.
 */
export const keepWhenOnlyAsked: ShouldRevalidateFunction = (change) =>
  !change.formMethod && keepWhenOnlyDialogChanges(change);

/** The host around a screen: which addresses it can open as dialogs. */
export interface DialogHostValue {
  canOpen: (to: string) => boolean;
}

export const DialogHostContext = createContext<DialogHostValue | null>(null);

/** Inside an open dialog: how to close it. Null on a page. */
export const DialogCloseContext = createContext<(() => void) | null>(null);

/**
 * Opens an address as a dialog over this screen; false when no host here knows it. From inside a
 * dialog it takes that dialog's place.
 */
export function useOpenDialog(): (to: string) => boolean {
  const host = useContext(DialogHostContext);
  const location = useLocation();
  const navigate = useNavigate();
  return useCallback(
    (to) => {
      if (!host?.canOpen(to)) return false;
      const over = location.pathname + location.search;
      const isReplacing = openDialogOf(location) !== null;
      moveDialog();
      navigate(over, {
        state: { dialog: to, over } satisfies DialogState,
        replace: isReplacing,
        preventScrollReset: true,
      });
      return true;
    },
    [host, location, navigate],
  );
}

/** Closes the dialog this stands in; null on a page, where a link leads back instead. */
export function useDialogClose(): (() => void) | null {
  return useContext(DialogCloseContext);
}
