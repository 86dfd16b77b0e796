import { useEffect, useRef, type RefObject } from 'react';
import { useBrowserLayoutEffect } from '../ui/use-browser-layout-effect';

/** The element that opened a dialog, and where it is. */
interface Opener {
  element: Element | null;
  /** The list around it, which may outlive it. */
  list: HTMLElement | null;
  /** The URL that it opened. */
  to: string;
}

/**
 * Returns the focus to the element that opened the dialog, without scrolling. If that was removed, the list
 * around it gets the focus, or else the screen's content. After stepping to another photo, that photo's link
 * gets it.
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

/** A `<dialog>` that is modal while it is mounted. Afterwards the focus returns to where it was. */
export function useModal(to: string) {
  const dialog = useRef<HTMLDialogElement>(null);
  const opener = useRef<Opener | null>(null);
  const shown = useRef(to);
  shown.current = to;
  // Before the browser paints, so that a key pressed right after the dialog has closed reaches the element
  // that opened it.
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
  // The element that opened it may have been removed together with it.
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

/** When the content is drawn, focuses its first control, or the one marked for it. */
export function useFirstFocus(dialog: RefObject<HTMLElement>): void {
  useEffect(() => {
    const target =
      dialog.current?.querySelector<HTMLElement>('[data-takes-focus]') ??
      dialog.current?.querySelector<HTMLElement>(FOCUSABLE);
    target?.focus({ preventScroll: true });
  }, [dialog]);
}
