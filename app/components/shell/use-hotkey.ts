import { useEffect, type RefObject } from 'react';

/** A key moves the focus to an element. When the element disappears, the focus returns to where it was. */
export function useHotkey(key: string, element: RefObject<HTMLElement>): void {
  useEffect(() => {
    const target = element.current;
    let before: Element | null = null;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== key || !target) return;
      event.preventDefault();
      before = document.activeElement;
      target.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      const lostFocus = document.activeElement === document.body;
      if (lostFocus && before instanceof HTMLElement) before.focus();
    };
  }, [key, element]);
}
