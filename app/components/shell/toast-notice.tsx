import { Icon } from '~/components/ui/icon';
import { TOAST_ICONS, type ToastMessage } from './toast';
import { ToastUndo } from './toast-undo';
import { useIsToldByScreen } from './toaster';

/** The server's notice for pages without scripts: a note at the top of the page. */
export function ToastNotice({ toast }: { toast?: ToastMessage | null }) {
  const isTold = useIsToldByScreen(toast);
  if (!toast || isTold) return null;
  return (
    <noscript>
      <div className={`note mx-gutter my-4 ${toast.tone === 'bad' ? 'error' : 'ok'}`} role="status">
        <Icon name={TOAST_ICONS[toast.tone]} />
        <div>
          <strong>{toast.title}</strong>
          {toast.text}
          {toast.undo && <ToastUndo undo={toast.undo} className="button quiet slim mt-2" />}
        </div>
      </div>
    </noscript>
  );
}
