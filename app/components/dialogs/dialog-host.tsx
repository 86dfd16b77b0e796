import { useFetcher, useLocation, useNavigate } from '@remix-run/react';
import {
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ComponentType,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
} from 'react';
import { useTranslation } from 'react-i18next';
import {
  arriveWithDialog,
  DialogCloseContext,
  DialogHostContext,
  openDialogOf,
} from './dialog-context';
import { DialogFormContext } from './dialog-form';

export { keepWhenOnlyDialogChanges, useDialogClose, useOpenDialog } from './dialog-context';

/** An address that opens as a dialog: its content is drawn with what its loader answers. */
export interface DialogEntry {
  /** Tested against the path of the address, without its query. */
  match: RegExp;
  /** The same content that the address shows as a page inside `DialogPage`. */
  Component: ComponentType<{ data: unknown; to: string }>;
  /** The id of the title in the content. */
  titleId: string;
  /** `alertdialog` for what destroys: the scrim does not close it. */
  role?: 'dialog' | 'alertdialog';
  fullscreen?: boolean;
}

/** Opens the dialogs of `dialogs` over the screen in `children`. */
export function DialogHost({
  dialogs,
  children,
}: {
  dialogs: readonly DialogEntry[];
  children: ReactNode;
}) {
  const location = useLocation();
  const open = openDialogOf(location);
  const entry = open && entryFor(dialogs, open.dialog);
  const host = useMemo(
    () => ({ canOpen: (to: string) => entryFor(dialogs, to) !== undefined }),
    [dialogs],
  );
  useMaskedAddress(entry ? open.dialog : null, location.key);

  return (
    <DialogHostContext.Provider value={host}>
      {children}
      {entry && <OpenDialog to={open.dialog} entry={entry} />}
    </DialogHostContext.Provider>
  );
}

function entryFor(dialogs: readonly DialogEntry[], to: string): DialogEntry | undefined {
  const [path = ''] = to.split(/[?#]/);
  return dialogs.find(({ match }) => match.test(path));
}

/** Shows the dialog's address while it is open; the router goes on knowing the screen below. */
function useMaskedAddress(dialog: string | null, locationKey: string): void {
  useEffect(() => {
    arriveWithDialog(dialog !== null);
    if (dialog) window.history.replaceState(window.history.state, '', dialog);
  }, [dialog, locationKey]);
}

/** What is drawn: the previous content stays until that of the next address is there. */
interface Shown {
  to: string;
  entry: DialogEntry;
  data: unknown;
}

function OpenDialog({ to, entry }: { to: string; entry: DialogEntry }) {
  const navigate = useNavigate();
  const close = useCallback(() => navigate(-1), [navigate]);
  const dialog = useModal();
  const shown = useShown(to, entry);
  const drawn = shown?.entry ?? entry;

  function onCancel(event: SyntheticEvent) {
    // The browser's Escape; a file picker inside the dialog sends a `cancel` of its own.
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    close();
  }
  function onScrim(event: MouseEvent) {
    if (event.target === event.currentTarget && drawn.role !== 'alertdialog') close();
  }

  return (
    // The keyboard's way to close is Escape, which the browser turns into `cancel`.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className={drawn.fullscreen ? 'modal fullscreen on-night' : 'modal on-night'}
      role={drawn.role}
      aria-labelledby={shown ? drawn.titleId : undefined}
      onCancel={onCancel}
      onMouseDown={onScrim}
    >
      <DialogCloseContext.Provider value={close}>
        <Suspense fallback={<Waiting fullscreen={drawn.fullscreen} />}>
          {shown ? (
            <DialogContent key={shown.to} {...shown} dialog={dialog} />
          ) : (
            <Waiting fullscreen={drawn.fullscreen} />
          )}
        </Suspense>
      </DialogCloseContext.Provider>
    </dialog>
  );
}

function DialogContent({
  to,
  entry: { Component, fullscreen },
  data,
  dialog,
}: Shown & { dialog: RefObject<HTMLElement> }) {
  useFirstFocus(dialog);
  const fetcher = useFetcher();
  const form = useMemo(() => ({ to, fetcher }), [to, fetcher]);
  const content = <Component data={data} to={to} />;
  return (
    <DialogFormContext.Provider value={form}>
      {fullscreen ? content : <div className="dialog">{content}</div>}
    </DialogFormContext.Provider>
  );
}

function Waiting({ fullscreen }: { fullscreen?: boolean }) {
  const { t } = useTranslation();
  return (
    <div className={fullscreen ? 'viewer' : 'dialog'}>
      <p className="wait" role="status">
        <span className="spin" />
        {t('loading')}
      </p>
    </div>
  );
}

/** Moves the focus to what opened the dialog; where that was removed, to the screen's content. */
function giveFocusBack(opener: Element | null): void {
  const content = document.getElementById('content');
  if (opener instanceof HTMLElement && opener.isConnected) {
    opener.focus({ preventScroll: true });
  } else if (content) {
    content.tabIndex = -1;
    content.focus({ preventScroll: true });
  }
}

/** A `<dialog>` that is modal while it is mounted; afterwards the focus is back where it was. */
function useModal() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    element?.showModal();
    return () => {
      element?.close();
      giveFocusBack(opener);
    };
  }, []);
  return dialog;
}

/** Loads what the dialog shows; a redirect of the loader takes the whole app along. */
function useShown(to: string, entry: DialogEntry): Shown | null {
  const { load, data, state } = useFetcher({ key: `dialog ${to}` });
  const [shown, setShown] = useState<Shown | null>(null);

  useEffect(() => {
    load(to);
  }, [load, to]);

  useEffect(() => {
    if (data !== undefined && state === 'idle') setShown({ to, entry, data });
  }, [to, entry, data, state]);

  return shown;
}

const FOCUSABLE = 'a[href], button:not([disabled]), input:not([type="hidden"]), select, textarea';

/** When content is drawn: the focus goes to its first control, or to what asks for it. */
function useFirstFocus(dialog: RefObject<HTMLElement>): void {
  useEffect(() => {
    const target =
      dialog.current?.querySelector<HTMLElement>('[data-takes-focus]') ??
      dialog.current?.querySelector<HTMLElement>(FOCUSABLE);
    target?.focus({ preventScroll: true });
  }, [dialog]);
}
