import { useEffect, useRef } from 'react';

/** The pressed button goes with its card; the focus then stays with the list. */
export function useFocusAfterReview(reports: unknown[]) {
  const list = useRef<HTMLElement>(null);
  const isReviewing = useRef(false);
  useEffect(() => {
    if (!isReviewing.current) return;
    isReviewing.current = false;
    list.current?.focus({ preventScroll: true });
  }, [reports]);
  return { list, noteReview: () => void (isReviewing.current = true) };
}
