import { useEffect, useRef, type RefObject } from 'react';
import { useBrowserLayoutEffect } from '../ui/use-browser-layout-effect';

/** What had a dialog opened, and where it stands. */
interface Opener {
  element: Element | null;
  /** The list that it stands in, which may outlive it. */
  list: HTMLElement | null;
  /** The address that it opened. */
  to: string;
}

/**
 * Gives the focus back to what opened the dialog, and leaves the screen where it is. Where that was removed,
 * the list it stood in has it, or else the screen's content. Whoever stepped on to another photo is at the
 * link that leads there.
 */
function giveFocusBack(shown: string, { element, list, to }: Opener): void {
  const content = document.getElementById('content');
  const link =
    shown === to ? null : content?.querySelector<HTMLElement>(`a[href="${CSS.escape(shown)}"]`);
  if (link) return link.focus();
  if (element instanceof HTMLElement && element.isConnected) {
    return element.focus({ preventScroll: true });
  }
  const place = list?.isConnected ? list : content;
  if (!place) return;
  place.tabIndex = -1;
  place.focus({ preventScroll: true });
}

/** A `<dialog>` that is modal while it is mounted; afterwards the focus is back where it was. */
export function useModal(to: string) {
  const dialog = useRef<HTMLDialogElement>(null);
  const opener = useRef<Opener | null>(null);
  const shown = useRef(to);
  shown.current = to;
  // Before the browser draws: whoever presses a key once the dialog is gone presses it where it was opened.
  useBrowserLayoutEffect(() => {
    const modal = dialog.current;
    const element = document.activeElement;
    const from = {
      element,
      list: element?.closest<HTMLElement>('ul, ol') ?? null,
      to: shown.current,
    };
    opener.current = from;
    modal?.showModal();
    return () => {
      modal?.close();
      giveFocusBack(shown.current, from);
    };
  }, []);
  // What opened it may have gone from the screen together with it.
  useEffect(
    () => () => {
      const isLost = document.activeElement === document.body;
      if (isLost && opener.current) giveFocusBack(shown.current, opener.current);
    },
    [],
  );
  return dialog;
}

const FOCUSABLE = 'a[href], button:not([disabled]), input:not([type="hidden"]), select, textarea';

/** When content is drawn: the focus goes to its first control, or to what asks for it. */
export function useFirstFocus(dialog: RefObject<HTMLElement>): void {
  useEffect(() => {
    const target =
      dialog.current?.querySelector<HTMLElement>('[data-takes-focus]') ??
      dialog.current?.querySelector<HTMLElement>(FOCUSABLE);
    target?.focus({ preventScroll: true });
  }, [dialog]);
}
