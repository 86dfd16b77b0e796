import { useFetcher, useLocation, useNavigate, useNavigation } from '@remix-run/react';
import {
  Suspense,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
} from 'react';
import { useTranslation } from 'react-i18next';
import { withDialog } from '~/dialog-address';
import { closingSteps } from '~/browser/keep-form';
import { NoAnswer } from '~/components/ui/no-answer';
import { findDialog, type Dialog } from './define-dialog';
import {
  DialogCloseContext,
  DialogHostContext,
  DialogTitleContext,
  type OpenDialog,
} from './dialog-context';
import { DialogFormContext } from './dialog-form';
import { LoadDialog } from './load-dialog';
import { screenOf, useScreen, type DialogEntry } from '~/browser/screen';
import { noteShown } from '~/browser/steps-back';
import { useFirstFocus, useModal } from './use-modal';

/**
 * Opens dialogs over the screen in `children`.
 * @param dialogs by the file that defines each, as `import.meta.glob` lists them
 */
export function DialogHost({
  dialogs: byFile,
  children,
}: {
  dialogs: Readonly<Record<string, Dialog>>;
  children: ReactNode;
}) {
  const dialogs = useMemo(() => Object.values(byFile), [byFile]);
  const screen = useScreen();
  const open = useOpening(dialogs);
  const to = screen.dialog?.to;
  const dialog = to === undefined ? undefined : findDialog(dialogs, to);
  useEffect(() => {
    noteShown(screen);
    return () => noteShown(null);
  }, [screen]);

  return (
    <DialogHostContext.Provider value={open}>
      {children}
      {dialog && to !== undefined && <ShownDialog to={to} dialog={dialog} />}
    </DialogHostContext.Provider>
  );
}

/** Opens dialogs through the router, each as its own entry of the browser's history. */
function useOpening(dialogs: readonly Dialog[]): OpenDialog {
  const location = useLocation();
  const navigation = useNavigation();
  const navigate = useNavigate();
  const latest = useRef({ location, navigation });
  latest.current = { location, navigation };
  return useCallback(
    (to, { replace = false } = {}) => {
      const now = latest.current;
      if (now.navigation.state !== 'idle' || !findDialog(dialogs, to)) return false;
      const { key, dialog } = screenOf(now.location);
      const between = dialog ? [...dialog.between, ...(replace ? [] : [dialog.to])] : [];
      navigate(withDialog(now.location, to), {
        state: { screenKey: key, between } satisfies DialogEntry,
        replace: replace && dialog !== null,
      });
      return true;
    },
    [dialogs, navigate],
  );
}

/** What is drawn. The previous content stays until the next URL's content is there. */
interface Shown {
  to: string;
  dialog: Dialog;
  data: unknown;
}

function ShownDialog({ to, dialog }: { to: string; dialog: Dialog }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const close = useCallback(() => navigate(-1), [navigate]);
  const element = useModal(to);
  const titleId = useId();
  const [answered, setAnswered] = useState<Shown | null>(null);
  const [silent, setSilent] = useState<{ to: string; retry: () => void } | null>(null);
  const shown = usePreviewed({ to, dialog }, answered);
  const drawn = shown?.dialog ?? dialog;
  const show = useCallback((data: unknown) => setAnswered({ to, dialog, data }), [to, dialog]);
  const noteSilence = useCallback((retry: () => void) => setSilent({ to, retry }), [to]);
  const isSilent = silent?.to === to;
  const waiting = (
    <Waiting fullscreen={drawn.fullscreen} onRetry={isSilent ? silent.retry : undefined} />
  );

  function onCancel(event: SyntheticEvent) {
    // The browser's Escape. A file picker inside the dialog sends its own `cancel`.
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    close();
  }
  function onScrim(event: MouseEvent) {
    if (event.target === event.currentTarget && drawn.role !== 'alertdialog') close();
  }

  return (
    // Keyboards close it with Escape, which the browser turns into `cancel`.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={element}
      className={drawn.fullscreen ? 'modal on-night overflow-hidden' : 'modal on-night'}
      role={drawn.role}
      aria-labelledby={shown ? titleId : undefined}
      aria-label={shown ? undefined : isSilent ? t('offline.none') : t('loading')}
      onCancel={onCancel}
      onMouseDown={onScrim}
    >
      {(dialog.isLive || answered?.to !== to) && (
        <LoadDialog key={to} {...{ to, dialog }} onAnswer={show} onSilence={noteSilence} />
      )}
      <DialogCloseContext.Provider value={close}>
        <Suspense fallback={waiting}>
          {shown ? (
            <DialogContent
              key={shown.dialog.preview ? shown.dialog.match : shown.to}
              {...shown}
              titleId={titleId}
              element={element}
            />
          ) : (
            waiting
          )}
        </Suspense>
      </DialogCloseContext.Provider>
    </dialog>
  );
}

/** The last answer, or the preview of a URL that has no answer yet. */
function usePreviewed({ to, dialog }: Omit<Shown, 'data'>, answered: Shown | null): Shown | null {
  const { t } = useTranslation(['common', 'event']);
  const early = useMemo(() => dialog.preview?.(to, t) ?? null, [dialog, to, t]);
  if (answered?.to === to || early === null) return answered;
  return { to, dialog, data: early };
}

function DialogContent({
  to,
  dialog: { render, titleOf, fullscreen },
  data,
  titleId,
  element,
}: Shown & { titleId: string; element: RefObject<HTMLElement> }) {
  useFirstFocus(element);
  const fetcher = useFetcher();
  useClosing(fetcher);
  const form = useMemo(() => ({ to, fetcher }), [to, fetcher]);
  const title = titleOf(data);
  const heading = useMemo(() => ({ id: titleId, title }), [titleId, title]);
  const content = render(data);
  return (
    <DialogFormContext.Provider value={form}>
      <DialogTitleContext.Provider value={heading}>
        {fullscreen ? content : <div className="dialog">{content}</div>}
      </DialogTitleContext.Provider>
    </DialogFormContext.Provider>
  );
}

/** Closes the dialog once a form has succeeded and the screen below has reloaded. */
function useClosing({ state, data }: { state: string; data: unknown }): void {
  const navigate = useNavigate();
  const steps = state === 'idle' ? closingSteps(data) : 0;
  useEffect(() => {
    if (steps > 0) navigate(-steps);
  }, [steps, navigate]);
}

/**
 * Replaces the content until it is loaded.
 * @param props.onRetry is given if nothing has answered so far
 */
function Waiting({ fullscreen, onRetry }: { fullscreen?: boolean; onRetry?: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={fullscreen ? 'viewer' : 'dialog'}>
      {onRetry ? (
        <NoAnswer onRetry={onRetry} />
      ) : (
        <p className="wait" role="status">
          <span className="spinner" />
          {t('loading')}
        </p>
      )}
    </div>
  );
}
