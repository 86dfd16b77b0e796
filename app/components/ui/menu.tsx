import { useRef, type FocusEvent, type KeyboardEvent, type ReactNode } from 'react';

/**
 * A menu: a `<details>` with links or forms, so it works without scripts. With scripts, Escape closes it, and so does
 * moving the focus elsewhere; typing selects the matching entry (rule `screens.menus`).
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
      // Loaded with the first letter, because few users type here.
      void import('./type-ahead').then(({ typeAhead }) => typeAhead(current, event.nativeEvent));
      return;
    }
    // Keeps a surrounding dialog open.
    event.stopPropagation();
    current.open = false;
    current.querySelector('summary')?.focus();
  }
  function onBlur({ relatedTarget }: FocusEvent) {
    // `relatedTarget` is null for a press on something that takes no focus, which may be one of the menu's
    // own entries.
    if (relatedTarget === null || menu.current?.contains(relatedTarget)) return;
    // A toast about the pressed entry, or the dialog that it opened, is above the menu.
    if (relatedTarget.closest('.toast, dialog')) return;
    if (menu.current) menu.current.open = false;
  }

  return (
    // The listeners handle events from inside; the element itself is not interactive.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <details ref={menu} className={`menu ${className}`} onKeyDown={onKeyDown} onBlur={onBlur}>
      {summary}
      {children}
    </details>
  );
}
