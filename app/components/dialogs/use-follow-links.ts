import { useNavigate } from '@remix-run/react';
import type { MouseEvent } from 'react';
import { useOpenDialog } from './dialog-context';
import { isPlainClick, takeFocus } from './dialog-link';

/**
 * Has plain links inside an element lead on as `DialogLink` and `Link` do, which each cost as much as the
 * rest of a print: for lists whose items are drawn by the dozen. Give it to the list as `onClick`; the
 * keyboard's way to press a link is a click too.
 */
export function useFollowLinks(): (event: MouseEvent) => void {
  const open = useOpenDialog();
  const navigate = useNavigate();
  return (event) => {
    const link = event.target instanceof Element && event.target.closest('a');
    if (!link || event.defaultPrevented || !isPlainClick(event)) return;
    event.preventDefault();
    const to = link.pathname + link.search + link.hash;
    takeFocus(link);
    if (!open(to)) navigate(to);
  };
}
