import {
  createContext,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
  type PointerEvent,
  type RefObject,
  type ReactNode,
} from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from '~/components/ui/icon';

/** How long a toast stays, and what else of it is fixed (rule `screens.toasts`). */
export const TOAST_LIMIT = 1;
export const TOAST_DURATION_MS = 5000;
/** A dismissed toast is closed at once and leaves the list after this. */
export const TOAST_REMOVE_DELAY_MS = 1_000_000;
export const SWIPE_THRESHOLD_PX = 50;
const HOTKEY = 'F8';

/** A notice, in the reader's words. */
export interface ToastMessage {
  tone: 'ok' | 'bad' | 'star';
  title: string;
  text?: string | null;
}

interface ToastEntry extends ToastMessage {
  id: number;
  isOpen: boolean;
}

type ToastChange =
  | { type: 'add'; toast: ToastEntry }
  | { type: 'dismiss'; id: number }
  | { type: 'remove'; id: number };

/** The list of toasts, newest first, at most `TOAST_LIMIT` of them. */
export function toastReducer(toasts: ToastEntry[], change: ToastChange): ToastEntry[] {
  switch (change.type) {
    case 'add':
      return [change.toast, ...toasts].slice(0, TOAST_LIMIT);
    case 'dismiss':
      return toasts.map((toast) => (toast.id === change.id ? { ...toast, isOpen: false } : toast));
    case 'remove':
      return toasts.filter((toast) => toast.id !== change.id);
  }
}

interface Toasts {
  toasts: ToastEntry[];
  push(message: ToastMessage): void;
  dismiss(id: number): void;
}

const ToastContext = createContext<Toasts | null>(null);

/** Keeps the toasts of everything inside; `Toaster` draws them. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, change] = useReducer(toastReducer, []);
  const lastId = useRef(0);
  const timers = useRef(new Set<number>());

  const push = useCallback((message: ToastMessage) => {
    lastId.current += 1;
    change({ type: 'add', toast: { ...message, id: lastId.current, isOpen: true } });
  }, []);

  const dismiss = useCallback((id: number) => {
    change({ type: 'dismiss', id });
    const timer = window.setTimeout(() => {
      timers.current.delete(timer);
      change({ type: 'remove', id });
    }, TOAST_REMOVE_DELAY_MS);
    timers.current.add(timer);
  }, []);

  useEffect(() => {
    const running = timers.current;
    return () => running.forEach((timer) => window.clearTimeout(timer));
  }, []);

  const value = useMemo(() => ({ toasts, push, dismiss }), [toasts, push, dismiss]);
  return <ToastContext.Provider value={value}>{children}</ToastContext.Provider>;
}

function useToasts(): Toasts {
  const toasts = useContext(ToastContext);
  if (!toasts) throw new Error('Toasts need a ToastProvider around them');
  return toasts;
}

/** Shows a notice: `toast({ tone, title, text })`, in the reader's words. */
export function useToast(): (message: ToastMessage) => void {
  return useToasts().push;
}

/**
 * Draws the toasts: one at a time, 5 s, longer while hovered or focused; swipe or cross dismiss it,
 * F8 moves the focus to it.
 * @param toast what the server sent along; each new object is shown once, even with the same words
 */
export function Toaster({ toast }: { toast?: ToastMessage | null }) {
  const { toasts, push, dismiss } = useToasts();

  useEffect(() => {
    // A part of the page whose code is still on its way would be torn down by an urgent change.
    if (toast) startTransition(() => push(toast));
  }, [toast, push]);

  const open = toasts.find((entry) => entry.isOpen);
  return open ? <ToastView key={open.id} toast={open} onDismiss={dismiss} /> : null;
}

/** The server's notice for pages without scripts: a note at the top of the page. */
export function ToastNotice({ toast }: { toast?: ToastMessage | null }) {
  if (!toast) return null;
  return (
    <noscript>
      <div className={toast.tone === 'bad' ? 'note error notice' : 'note ok notice'} role="status">
        <Icon name={ICONS[toast.tone]} />
        <div>
          <strong>{toast.title}</strong>
          {toast.text}
        </div>
      </div>
    </noscript>
  );
}

const ICONS: Record<ToastMessage['tone'], IconName> = { ok: 'check', bad: 'alert', star: 'star' };

function ToastView({ toast, onDismiss }: { toast: ToastEntry; onDismiss: (id: number) => void }) {
  const { t } = useTranslation();
  const [isHovered, setIsHovered] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  const dismiss = useCallback(() => onDismiss(toast.id), [onDismiss, toast.id]);
  const element = useRef<HTMLDivElement>(null);
  const swipe = useSwipe(dismiss);
  const dialog = useOpenDialog();
  useCountdown(TOAST_DURATION_MS, isHovered || isFocused, dismiss);
  useHotkey(element);

  const view = (
    <div
      ref={element}
      className={toast.tone === 'star' ? 'toast' : `toast ${toast.tone}`}
      role={toast.tone === 'bad' ? 'alert' : 'status'}
      tabIndex={-1}
      onPointerEnter={() => setIsHovered(true)}
      onPointerLeave={() => setIsHovered(false)}
      onFocus={() => setIsFocused(true)}
      onBlur={() => setIsFocused(false)}
      {...swipe}
    >
      <Icon name={ICONS[toast.tone]} fill={toast.tone === 'star'} />
      <p className="grow">
        <strong>{toast.title}</strong>
        {toast.text && <span className="small">{toast.text}</span>}
      </p>
      <button
        type="button"
        className="iconbtn"
        aria-label={t('toast.dismiss')}
        aria-keyshortcuts={HOTKEY}
        onClick={dismiss}
      >
        <Icon name="close" />
      </button>
    </div>
  );
  return dialog ? createPortal(view, dialog) : view;
}

/** Calls `onEnd` after `duration` ms, not counting the time it is paused. */
function useCountdown(duration: number, isPaused: boolean, onEnd: () => void): void {
  const left = useRef(duration);
  useEffect(() => {
    if (isPaused) return;
    const start = performance.now();
    const timer = window.setTimeout(onEnd, left.current);
    return () => {
      window.clearTimeout(timer);
      left.current -= performance.now() - start;
    };
  }, [isPaused, onEnd]);
}

/** F8 moves the focus to the toast; when it goes, the focus returns to where it was. */
function useHotkey(element: RefObject<HTMLElement>): void {
  useEffect(() => {
    const toast = element.current;
    let before: Element | null = null;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== HOTKEY || !toast) return;
      event.preventDefault();
      before = document.activeElement;
      toast.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      const lostFocus = document.activeElement === document.body;
      if (lostFocus && before instanceof HTMLElement) before.focus();
    };
  }, [element]);
}

/** Follows the finger sideways; past the threshold the toast goes. */
function useSwipe(onSwiped: () => void) {
  const start = useRef<number | null>(null);
  const move = ({ currentTarget }: PointerEvent<HTMLElement>, distance: number) =>
    currentTarget.style.setProperty('--swipe', `${distance}px`);
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.target instanceof Element && event.target.closest('button')) return;
      start.current = event.clientX;
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (start.current !== null) move(event, event.clientX - start.current);
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      if (start.current === null) return;
      const distance = event.clientX - start.current;
      start.current = null;
      if (Math.abs(distance) >= SWIPE_THRESHOLD_PX) onSwiped();
      else move(event, 0);
    },
    onPointerCancel(event: PointerEvent<HTMLElement>) {
      start.current = null;
      move(event, 0);
    },
  };
}

/**
 * The modal dialog over the page, if there is one: everything outside of it is out of reach, so the
 * toast has to stand inside until it closes.
 */
function useOpenDialog(): Element | null {
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
