import {
  createContext,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import type { Toast, ToastMessage } from './toast';
import { ToastView } from './toast-view';

interface Toasts {
  /** The toast on the screen: there is never more than one, a newer one takes its place. */
  shown: Toast | null;
  show(message: ToastMessage): void;
  dismiss(id: number): void;
}

const ToastContext = createContext<Toasts | null>(null);

/** Keeps the toast of everything inside; `Toaster` presents it. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<Toast | null>(null);
  const lastId = useRef(0);

  const show = useCallback((message: ToastMessage) => {
    lastId.current += 1;
    setShown({ ...message, id: lastId.current });
  }, []);
  // Only the toast that is meant: a newer one may be on its way to the screen, in a transition.
  const dismiss = useCallback((id: number) => {
    setShown((toast) => (toast?.id === id ? null : toast));
  }, []);

  const value = useMemo(() => ({ shown, show, dismiss }), [shown, show, dismiss]);
  return <ToastContext.Provider value={value}>{children}</ToastContext.Provider>;
}

/** The toast on the screen, and what shows another; for who waits for an empty screen. */
export function useToasts(): Toasts {
  const toasts = useContext(ToastContext);
  if (!toasts) throw new Error('Toasts need a ToastProvider around them');
  return toasts;
}

/** Shows a notice: `toast({ tone, title, text })`, in the reader's words. */
export function useToast(): (message: ToastMessage) => void {
  return useToasts().show;
}

/**
 * Presents the toast, and shows what the server sent along.
 * @param toast the server's; each new object is shown once, even with the same words
 */
export function Toaster({ toast }: { toast?: ToastMessage | null }) {
  const { shown, show, dismiss } = useToasts();

  useEffect(() => {
    // A part of the page whose code is still on its way would be torn down by an urgent change.
    if (toast) startTransition(() => show(toast));
  }, [toast, show]);

  return shown && <ToastView key={shown.id} toast={shown} onDismiss={dismiss} />;
}
