import { useNavigate } from '@remix-run/react';
import type { MouseEvent } from 'react';
import { useOpenDialog } from './dialog-context';
import { isPlainClick, takeFocus } from './dialog-link';

/**
 * Makes plain links inside an element behave like `DialogLink` and `Link`. Those components cost as much as
 * the rest of a print, so lists with dozens of items use plain links. Pass it to the list as `onClick`;
 * pressing a link with the keyboard is a click too.
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
