import {
  unstable_usePrompt as usePrompt,
  useBeforeUnload,
  type BlockerFunction,
} from '@remix-run/react';
import { useCallback, useRef, type RefObject } from 'react';

/** How a cell says that its value is changed and not saved: an attribute of its form. */
export const UNSAVED = 'data-unsaved';

/**
 * Asks before the screen or the tab is left while a cell is changed and not saved (rule `admin.unsaved`).
 * @param message what is asked; at the tab's end the browser has words of its own
 * @returns for the element that holds the cells
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
