import { useMatches } from '@remix-run/react';
import {
  createContext,
  lazy,
  startTransition,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { untilLoaded } from '~/browser/reach';
import type { Toast, ToastMessage } from './toast';

const loadView = () => untilLoaded(() => import('./toast-view'));
const ToastView = lazy(async () => ({ default: (await loadView()).ToastView }));

interface Toasts {
  /** The toast on the screen. There is never more than one: a newer one replaces it. */
  shown: Toast | null;
  show(message: ToastMessage): void;
  dismiss(id: number): void;
}

const ToastContext = createContext<Toasts | null>(null);

/** Holds the toast for everything inside; `Toaster` renders it. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<Toast | null>(null);
  const lastId = useRef(0);

  const show = useCallback((message: ToastMessage) => {
    lastId.current += 1;
    setShown({ ...message, id: lastId.current });
  }, []);
  // Removes this toast only: a newer one may be about to appear, in a transition.
  const dismiss = useCallback((id: number) => {
    setShown((toast) => (toast?.id === id ? null : toast));
  }, []);

  const value = useMemo(() => ({ shown, show, dismiss }), [shown, show, dismiss]);
  return <ToastContext.Provider value={value}>{children}</ToastContext.Provider>;
}

/** The toast on the screen and the function that shows one, for components that wait until there is none. */
export function useToasts(): Toasts {
  const toasts = useContext(ToastContext);
  if (!toasts) throw new Error('Toasts need a ToastProvider around them');
  return toasts;
}

/** Shows a notice: `toast({ tone, title, text })`, in the reader's words. */
export function useToast(): (message: ToastMessage) => void {
  return useToasts().show;
}

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
  const { shown, show, dismiss } = useToasts();
  const isTold = useIsToldByScreen(toast);

  // Loaded after the page, and while there is a network: the toast may be the one that says there is none.
  useEffect(() => void loadView(), []);
  useEffect(() => {
    if (!toast || handled.has(toast)) return;
    handled.add(toast);
    // An urgent update would discard a part of the page whose code is still loading.
    if (!isTold) startTransition(() => show(toast));
  }, [toast, isTold, show]);

  return (
    shown && (
      <Suspense>
        <ToastView key={shown.id} toast={shown} onDismiss={dismiss} />
      </Suspense>
    )
  );
}
