import { useLocation, type Location, type ShouldRevalidateFunctionArgs } from '@remix-run/react';
import { useMemo } from 'react';
import { dialogIn, screenPath } from '~/dialog-address';

/** The state that the history entry of a dialog has beside its URL. */
export interface DialogEntry {
  /** The key of the history entry of the screen below. */
  screenKey: string;
  /** The dialogs between the screen and this one, each opened from the one before, the first one first. */
  between: readonly string[];
}

/** A screen, whatever dialog is open over it. */
export interface Screen {
  pathname: string;
  /** Without the dialog's URL. */
  search: string;
  hash: string;
  /** The router's key of its history entry, which a dialog over it does not change. */
  key: string;
  dialog: { to: string; between: readonly string[] } | null;
}

/** Reads the screen and its dialog from the router's location. */
export function screenOf(location: Location): Screen {
  const { pathname, hash, key, state } = location;
  const search = screenPath(location).slice(pathname.length);
  const to = dialogIn(location);
  if (to === null) return { pathname, search, hash, key, dialog: null };
  const entry = state as Partial<DialogEntry> | null;
  const { screenKey = key, between = [] } = entry ?? {};
  return { pathname, search, hash, key: screenKey, dialog: { to, between } };
}

/** The screen that is shown. */
export function useScreen(): Screen {
  const location = useLocation();
  return useMemo(() => screenOf(location), [location]);
}

/**
 * The `shouldRevalidate` of every screen. A dialog that opens, changes or closes reloads nothing of the
 * screen, and neither does a form that was refused or not sent. Remix's default is to reload in all these
 * cases, and to reload the data of fetchers when a link leads to another screen.
 */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, currentParams, nextParams, formMethod, actionStatus } = args;
  if (isDialogAlone(args) || !isDone(actionStatus)) return false;
  const hasNewParams = Object.keys(nextParams).some(
    (key) => nextParams[key] !== currentParams[key],
  );
  return formMethod !== undefined || currentUrl.pathname === nextUrl.pathname || hasNewParams;
}

let hasFrameChanged = false;

/** Notes whether the frame around the screen is outdated. */
export function noteFrameChange(hasChanged: boolean): void {
  hasFrameChanged = hasChanged;
}

/**
 * Whether the frame around a screen reloads: after a form, and together with the screen if the frame is
 * outdated.
 */
export function isFrameOld(args: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, formMethod, actionStatus } = args;
  if (isDialogAlone(args) || !isDone(actionStatus)) return false;
  return formMethod !== undefined || (currentUrl.href === nextUrl.href && hasFrameChanged);
}

/** Whether a form, if there was one, succeeded. */
export function isDone(actionStatus = 200): boolean {
  return actionStatus < 400;
}

/** Whether a dialog opens, changes or closes, and nothing else. */
function isDialogAlone({ currentUrl, nextUrl, formMethod }: ShouldRevalidateFunctionArgs): boolean {
  const isSameScreen = screenPath(currentUrl) === screenPath(nextUrl);
  return isSameScreen && dialogIn(currentUrl) !== dialogIn(nextUrl) && formMethod === undefined;
}
