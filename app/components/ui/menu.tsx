import { useRef, type FocusEvent, type KeyboardEvent, type ReactNode } from 'react';

/**
 * A menu: a `<details>` with links or forms, so it works without scripts. With them Escape closes it,
 * and so does going elsewhere, and typing leads to the line that begins so
 * (rule `screens.menus`).
 */
export function Menu({
  className = '',
  summary,
  children,
}: {
  className?: string;
  /** Its `<summary>`. */
  summary: ReactNode;
  /** Its `<ul>`. */
  children: ReactNode;
}) {
  const menu = useRef<HTMLDetailsElement>(null);

  function onKeyDown(event: KeyboardEvent) {
    const { current } = menu;
    if (!current?.open) return;
    if (event.key !== 'Escape') {
      // Loaded with the first letter: few type here.
      void import('./type-ahead').then(({ typeAhead }) => typeAhead(current, event.nativeEvent));
      return;
    }
    // A dialog around it stays open.
    event.stopPropagation();
    current.open = false;
    current.querySelector('summary')?.focus();
  }
  function onBlur({ relatedTarget }: FocusEvent) {
    // A press on what takes no focus is none elsewhere: the menu's own lines may be such.
    if (relatedTarget === null || menu.current?.contains(relatedTarget)) return;
    // A notice about what was pressed in it, or the dialog that it opened, lies over it.
    if (relatedTarget.closest('.toast, dialog')) return;
    if (menu.current) menu.current.open = false;
  }

  return (
    // The listeners hear what is done inside; the element itself is nothing to be pressed.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <details ref={menu} className={`menu ${className}`} onKeyDown={onKeyDown} onBlur={onBlur}>
      {summary}
      {children}
    </details>
  );
}
