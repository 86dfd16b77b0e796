import { useCallback, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from '~/components/ui/icon';
import { useCountdown } from './use-countdown';
import { useHotkey } from './use-hotkey';
import { useOpenDialog } from './use-open-dialog';
import { useSwipe } from './use-swipe';

const DURATION_MS = 5000;
const HOTKEY = 'F8';

/** A notice, in the reader's words. */
export interface ToastMessage {
  tone: 'ok' | 'bad' | 'star';
  title: string;
  text?: string | null;
}

/** A notice on the screen; the same words shown twice are two of them. */
export interface Toast extends ToastMessage {
  id: number;
}

const ICONS: Record<ToastMessage['tone'], IconName> = { ok: 'check', bad: 'alert', star: 'star' };
const CLASSES = { ok: 'toast ok', bad: 'toast bad', star: 'toast' };

/**
 * A toast: it goes by itself after 5 s, later while it is hovered or focused; a swipe or its cross
 * dismisses it, F8 moves the focus to it.
 * @param onDismiss keeps its identity between renders, or the time starts anew
 */
export function ToastView({ toast, onDismiss }: { toast: Toast; onDismiss: (id: number) => void }) {
  const { t } = useTranslation();
  const [isHovered, setIsHovered] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  const dismiss = useCallback(() => onDismiss(toast.id), [onDismiss, toast.id]);
  const element = useRef<HTMLDivElement>(null);
  const swipe = useSwipe(dismiss);
  const dialog = useOpenDialog();
  useCountdown(DURATION_MS, isHovered || isFocused, dismiss);
  useHotkey(HOTKEY, element);

  const view = (
    <div
      ref={element}
      className={CLASSES[toast.tone]}
      role={toast.tone === 'bad' ? 'alert' : 'status'}
      tabIndex={-1}
      onPointerEnter={() => setIsHovered(true)}
      onPointerLeave={() => setIsHovered(false)}
      onFocus={() => setIsFocused(true)}
      onBlur={() => setIsFocused(false)}
      {...swipe}
    >
      <Icon name={ICONS[toast.tone]} fill={toast.tone === 'star'} />
      <p className="min-w-0 flex-1">
        <strong>{toast.title}</strong>
        {toast.text && <span className="text-sm">{toast.text}</span>}
      </p>
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
