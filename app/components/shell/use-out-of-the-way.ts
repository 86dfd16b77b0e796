import { useState, type RefObject } from 'react';
import { useBrowserLayoutEffect } from '~/components/ui/use-browser-layout-effect';

/** How far around the press something counts as under the finger, in CSS pixels. */
const FINGER_PX = 30;

/** Where a screen was pressed last; a key presses nowhere. */
let press: { x: number; y: number; screen: string } | null = null;

// The server has this file, too.
if (typeof window !== 'undefined') {
  const note = ({ clientX: x, clientY: y }: PointerEvent) =>
    (press = { x, y, screen: window.location.pathname });
  window.addEventListener('pointerdown', note, { passive: true, capture: true });
  window.addEventListener('keydown', () => (press = null), { passive: true, capture: true });
}

/** What is under the finger that pressed last, which is what a notice speaks of; null where nobody pressed. */
export function pressedBox(): DOMRect | null {
  // What was pressed on the screen before is not there any more.
  if (press?.screen !== window.location.pathname) return null;
  const { x, y } = press;
  return new DOMRect(x - FINGER_PX, y - FINGER_PX, 2 * FINGER_PX, 2 * FINGER_PX);
}

/** Whether an element covers what was pressed last, which is what it speaks of. */
export function useCoversPress(element: RefObject<HTMLElement>): boolean {
  const [covers, setCovers] = useState(false);
  useBrowserLayoutEffect(() => {
    const box = element.current?.getBoundingClientRect();
    const under = pressedBox();
    if (!box || !under) return;
    const isBeside = under.left > box.right || under.right < box.left;
    setCovers(!isBeside && under.bottom > box.top && under.top < box.bottom);
  }, [element]);
  return covers;
}
