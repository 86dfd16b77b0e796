import { useNavigationType } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { focusHeading } from '~/components/ui/use-step-focus';

/**
 * Moves the focus to a heading when a link changes the page of the list below it. For Back and Forward the
 * browser restores the position itself.
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
