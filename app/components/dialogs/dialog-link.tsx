import { Link, type LinkProps } from '@remix-run/react';
import { forwardRef, type MouseEvent } from 'react';
import { useOpenDialog } from './dialog-context';

/**
 * A link to a dialog. A plain click opens it over the screen where a `DialogHost` knows the
 * address; every other way (no scripts, new tab, no host) opens its page.
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

/** A press that is to act here, and not in another tab or window. */
export function isPlainClick(event: MouseEvent): boolean {
  const { button, metaKey, altKey, ctrlKey, shiftKey } = event;
  return button === 0 && !metaKey && !altKey && !ctrlKey && !shiftKey;
}

/** Not every browser gives what is pressed the focus, which comes back to it when its dialog closes. */
export function takeFocus(link: HTMLElement): void {
  link.focus({ preventScroll: true });
}
