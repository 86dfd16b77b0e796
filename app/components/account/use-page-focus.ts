import { useNavigationType } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { focusHeading } from '~/components/ui/use-step-focus';

/**
 * Moves the focus to a heading when the list below it went on to another page by a link. Back and
 * Forward lead to where one was, and the browser sees to that itself.
 */
export function usePageFocus(headingId: string, page: number | null): void {
  const isHistory = useNavigationType() === 'POP';
  const seen = useRef(page);
  useEffect(() => {
    if (seen.current === page) return;
    seen.current = page;
    if (!isHistory) focusHeading(headingId);
  }, [headingId, page, isHistory]);
}
