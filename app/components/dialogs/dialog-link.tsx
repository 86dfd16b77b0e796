import { Link, type LinkProps } from '@remix-run/react';
import { forwardRef, type MouseEvent } from 'react';
import { useOpenDialog } from './dialog-context';

/**
 * A link to a dialog. A plain click opens it over the screen if a `DialogHost` knows the URL. In every other
 * case (no scripts, new tab, no host) its page opens.
 */
export const DialogLink = forwardRef<
  HTMLAnchorElement,
  Omit<LinkProps, 'to' | 'target'> & { to: string }
>(function DialogLink({ to, onClick, replace, ...link }, ref) {
  const open = useOpenDialog();

  function openHere(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    if (event.defaultPrevented || !isPlainClick(event)) return;
    takeFocus(event.currentTarget);
    if (open(to, { replace })) event.preventDefault();
  }

  return <Link {...link} ref={ref} to={to} replace={replace} onClick={openHere} />;
});

/** Whether a click should act here, and not in another tab or window. */
export function isPlainClick(event: MouseEvent): boolean {
  const { button, metaKey, altKey, ctrlKey, shiftKey } = event;
  return button === 0 && !metaKey && !altKey && !ctrlKey && !shiftKey;
}

/**
 * Focuses a link that was clicked. Not every browser does, and the focus returns to it when its dialog
 * closes.
 */
export function takeFocus(link: HTMLElement): void {
  link.focus({ preventScroll: true });
}
