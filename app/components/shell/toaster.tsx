import { useMatches } from '@remix-run/react';
import { lazy, Suspense, useEffect } from 'react';
import { untilLoaded } from '~/browser/reach';
import { dismissToast, toast as show, useShownToast, type ToastMessage } from './toast';

const loadView = () => untilLoaded(() => import('./toast-view'));
const ToastView = lazy(async () => ({ default: (await loadView()).ToastView }));

/** The server's notices that were shown or told by a screen. */
const handled = new WeakSet<ToastMessage>();

/** Whether a notice of the server has been told. */
export function wasHandled(toast: ToastMessage): boolean {
  return handled.has(toast);
}

/** Whether the current screen shows a welcome in its own place, so that no toast covers its photos. */
export function useIsToldByScreen(toast: ToastMessage | null | undefined): boolean {
  const screen = useMatches().at(-1)?.data as { feed?: { welcome: object | null } } | undefined;
  return !!toast?.isWelcome && !!screen?.feed?.welcome;
}

/**
 * Renders the toast, and shows the one the server sent with the page.
 * @param toast the server's; each new object is shown once, even with the same text
 */
export function Toaster({ toast }: { toast?: ToastMessage | null }) {
  const shown = useShownToast();
  const isTold = useIsToldByScreen(toast);

  // Loaded after the page, and while there is a network: the toast may be the one that says there is none.
  useEffect(() => void loadView(), []);
  useEffect(() => {
    if (!toast || handled.has(toast)) return;
    handled.add(toast);
    if (!isTold) show(toast);
  }, [toast, isTold]);

  return (
    shown && (
      <Suspense>
        <ToastView key={shown.id} toast={shown} onDismiss={dismissToast} />
      </Suspense>
    )
  );
}
