import { useEffect, useRef } from 'react';

/**
 * The pressed button disappears with its card, so the focus moves to the list.
 * @param reports what the loader returned: a new object each time
 */
export function useFocusAfterReview(reports: unknown) {
  const list = useRef<HTMLElement>(null);
  const isReviewing = useRef(false);
  useEffect(() => {
    if (!isReviewing.current) return;
    isReviewing.current = false;
    list.current?.focus({ preventScroll: true });
  }, [reports]);
  return { list, noteReview: () => void (isReviewing.current = true) };
}
