import { useNavigationType } from '@remix-run/react';
import { useEffect, useRef } from 'react';

/**
 * Moves the focus to a screen's heading when the screen was reached, or its step changed, without
 * a page load: a screen reader then says where it is. The heading needs `tabIndex={-1}`.
 */
export function useStepFocus(step: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const arrivedByPageLoad = useNavigationType() === 'POP';
  const seen = useRef(arrivedByPageLoad ? step : null);
  useEffect(() => {
    if (seen.current === step) return;
    seen.current = step;
    heading.current?.focus();
  }, [step]);
  return heading;
}
