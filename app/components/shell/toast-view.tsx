import { Link, useLocation } from '@remix-run/react';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Icon } from '~/components/ui/icon';
import { TOAST_ICONS, type Toast } from './toast';
import { ToastUndo } from './toast-undo';
import { useCountdown } from './use-countdown';
import { useFreePlace } from './use-free-place';
import { useHotkey } from './use-hotkey';
import { useOpenDialog } from './use-open-dialog';
import { useSwipe } from './use-swipe';

/** Few toasts have a picture. Without a network its code may be missing, and then the title alone is shown. */
const ToastPrint = lazy(() =>
  import('./toast-print').then(
    (loaded) => ({ default: loaded.ToastPrint }),
    () => ({ default: ({ toast }: { toast: Toast }) => <strong>{toast.title}</strong> }),
  ),
);

const DURATION_MS = 5000;
/** As long as a removal can be taken back (rule `desk.undo`). */
const UNDO_DURATION_MS = 10_000;
const HOTKEY = 'F8';

const CLASSES_ACT =
  'min-h-touch cursor-pointer appearance-none border-0 bg-transparent px-1 font-semibold text-gold underline';

const ICON_CLASSES = { ok: 'text-[#8fdcae]', bad: 'text-[#ff9a94]', star: 'text-gold' };

/**
 * A toast. It disappears after 5 s, or after 10 s if it offers an undo; the time stops while a pointer moves over it or
 * it has the focus. A swipe or its cross dismisses it, F8 moves the focus to it.
 * @param onDismiss keeps its identity between renders, or the time starts anew
 */
export function ToastView({ toast, onDismiss }: { toast: Toast; onDismiss: (id: number) => void }) {
  const { t } = useTranslation();
  const [isHovered, setIsHovered] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  const dismiss = useCallback(() => onDismiss(toast.id), [onDismiss, toast.id]);
  const element = useRef<HTMLDivElement>(null);
  useFreePlace(element);
  const swipe = useSwipe(dismiss);
  const dialog = useOpenDialog();
  useCountdown(toast.undo ? UNDO_DURATION_MS : DURATION_MS, isHovered || isFocused, dismiss);
  useHotkey(HOTKEY, element);
  useLeaving(toast, dismiss);

  const view = (
    <div
      ref={element}
      className="toast on-night max-laptop:inset-x-gutter"
      role={toast.tone === 'bad' ? 'alert' : 'status'}
      tabIndex={-1}
      onMouseMove={() => setIsHovered(true)}
      onPointerLeave={() => setIsHovered(false)}
      onFocus={() => setIsFocused(true)}
      onBlur={() => setIsFocused(false)}
      {...swipe}
    >
      {toast.print ? (
        <Suspense fallback={<strong>{toast.title}</strong>}>
          <ToastPrint toast={toast} print={toast.print} onPress={dismiss} />
        </Suspense>
      ) : (
        <>
          <Icon
            className={ICON_CLASSES[toast.tone]}
            name={TOAST_ICONS[toast.tone]}
            fill={toast.tone === 'star'}
          />
          {/* A large text has the row for itself: what can be done about it then stands below. */}
          <p className="min-w-0 flex-[1_1_min(6rem,65%)] wrap-anywhere">
            <strong className="block">{toast.title}</strong>
            {toast.text && <span className="text-sm">{toast.text}</span>}
            {toast.link && (
              <Link className="inline-block py-1 text-sm" to={toast.link.to} onClick={dismiss}>
                {toast.link.label}
              </Link>
            )}
          </p>
        </>
      )}
      {toast.action && (
        <button
          type="button"
          className={CLASSES_ACT}
          onClick={() => {
            toast.action?.onPress();
            dismiss();
          }}
        >
          {toast.action.label}
        </button>
      )}
      {toast.undo && <ToastUndo undo={toast.undo} className={CLASSES_ACT} />}
      <button
        type="button"
        className="icon-button"
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

/** What was said of a screen stays there: it goes with it, or with the next where it belongs to that one. */
function useLeaving({ isForNext }: Toast, leave: () => void): void {
  const { pathname, search } = useLocation();
  const screen = pathname + (new URLSearchParams(search).get('tab') ?? '');
  const before = useRef(screen);
  const changes = useRef(0);
  useEffect(() => {
    if (before.current === screen) return;
    before.current = screen;
    changes.current += 1;
    if (changes.current > (isForNext ? 1 : 0)) leave();
  }, [screen, isForNext, leave]);
}
