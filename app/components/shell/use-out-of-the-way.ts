import { useState, type RefObject } from 'react';
import { useBrowserLayoutEffect } from '~/components/ui/use-browser-layout-effect';

/** The distance from a press within which something counts as under the finger, in CSS pixels. */
const FINGER_PX = 30;

/** The last press on a screen. A key has no position. */
let press: { x: number; y: number; screen: string } | null = null;

// The server loads this file, too.
if (typeof window !== 'undefined') {
  const note = ({ clientX: x, clientY: y }: PointerEvent) =>
    (press = { x, y, screen: window.location.pathname });
  window.addEventListener('pointerdown', note, { passive: true, capture: true });
  window.addEventListener('keydown', () => (press = null), { passive: true, capture: true });
}

/** The box of what was pressed last, to which a notice refers; null if nothing was pressed. */
export function pressedBox(): DOMRect | null {
  // What was pressed on the previous screen is gone.
  if (press?.screen !== window.location.pathname) return null;
  const { x, y } = press;
  return new DOMRect(x - FINGER_PX, y - FINGER_PX, 2 * FINGER_PX, 2 * FINGER_PX);
}

/** Whether an element covers what was pressed last, to which it refers. */
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
