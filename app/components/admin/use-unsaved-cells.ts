import {
  unstable_usePrompt as usePrompt,
  useBeforeUnload,
  type BlockerFunction,
} from '@remix-run/react';
import { useCallback, useRef, type RefObject } from 'react';

/** The attribute of a cell's form with an unsaved change. */
export const UNSAVED = 'data-unsaved';

/**
 * Asks for confirmation before leaving the screen or the tab while a cell has an unsaved change (rule
 * `admin.unsaved`).
 * @param message the question; when the tab closes, the browser uses its own
 * @returns a ref for the element that contains the cells
 */
export function useUnsavedCells<T extends HTMLElement>(message: string): RefObject<T> {
  const cells = useRef<T>(null);
  const isUnsaved = useCallback(() => !!cells.current?.querySelector(`[${UNSAVED}]`), []);
  usePrompt({
    when: useCallback<BlockerFunction>(
      ({ currentLocation: here, nextLocation: next }) =>
        isUnsaved() && (here.pathname !== next.pathname || here.search !== next.search),
      [isUnsaved],
    ),
    message,
  });
  useBeforeUnload((event) => {
    if (isUnsaved()) event.preventDefault();
  });
  return cells;
}
