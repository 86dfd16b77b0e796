import { useNavigationType } from '@remix-run/react';
import { useEffect, useRef } from 'react';

/** Moves the focus to a heading when its screen goes on to another step without a page load. */
export function useStepFocus(headingId: string, step: string): void {
  const seen = useRef(step);
  useEffect(() => {
    if (seen.current === step) return;
    seen.current = step;
    focusHeading(headingId);
  }, [headingId, step]);
}

/** Moves the focus to a heading when its screen was reached by a form, not by a page load. */
export function useArrivalFocus(headingId: string): void {
  const isPageLoad = useNavigationType() === 'POP';
  useEffect(() => {
    if (!isPageLoad) focusHeading(headingId);
  }, [headingId, isPageLoad]);
}

/** Focuses a heading, so that a screen reader announces the new step. */
function focusHeading(id: string): void {
  const heading = document.getElementById(id);
  if (!heading) return;
  if (!heading.closest('dialog')) window.scrollTo(0, 0);
  heading.setAttribute('tabindex', '-1');
  heading.focus();
}
