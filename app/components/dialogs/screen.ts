import { useLocation, type Location, type ShouldRevalidateFunctionArgs } from '@remix-run/react';
import { useMemo } from 'react';
import { dialogIn, screenPath } from '~/dialog-address';

/** What the history entry of a dialog keeps beside its address. */
export interface DialogEntry {
  /** The key of the history entry of the screen below. */
  screenKey: string;
  /** The dialogs between the two, each opened from the one before: the first one first. */
  between: readonly string[];
}

/** A screen, whatever dialog lies over it. */
export interface Screen {
  pathname: string;
  /** Without the dialog's address. */
  search: string;
  hash: string;
  /** The router's key of its history entry; a dialog over it changes nothing about that. */
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
 * The `shouldRevalidate` of every screen. A dialog that opens, changes or closes has nothing of the screen
 * loaded again, and neither has a form that was refused or not sent. Remix' own default says true to all of it,
 * and to what fetchers have loaded, of which a link to another screen needs nothing.
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

/** Notes whether the server has something else than the frame around the screen shows. */
export function noteFrameChange(hasChanged: boolean): void {
  hasFrameChanged = hasChanged;
}

/** Whether the frame around a screen is loaded again: after a form, and with the screen once it has changed. */
export function isFrameOld(args: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, formMethod, actionStatus } = args;
  if (isDialogAlone(args) || !isDone(actionStatus)) return false;
  return formMethod !== undefined || (currentUrl.href === nextUrl.href && hasFrameChanged);
}

/** Whether a form, if there was one, was done. */
export function isDone(actionStatus = 200): boolean {
  return actionStatus < 400;
}

/** Whether a dialog opens, changes or closes, and nothing else. */
function isDialogAlone({ currentUrl, nextUrl, formMethod }: ShouldRevalidateFunctionArgs): boolean {
  const isSameScreen = screenPath(currentUrl) === screenPath(nextUrl);
  return isSameScreen && dialogIn(currentUrl) !== dialogIn(nextUrl) && formMethod === undefined;
}
