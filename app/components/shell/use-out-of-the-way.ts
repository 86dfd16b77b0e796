import { useLocation } from '@remix-run/react';
import { useEffect, useState, type RefObject } from 'react';
import { useBrowserLayoutEffect } from './scroll-memory';

/** How far around the press something counts as under the finger, in CSS pixels. */
const FINGER_PX = 30;

let pressedAt: { x: number; y: number } | null = null;

/** What is under the finger that pressed last, which is what a notice speaks of; null where nobody pressed. */
export function pressedBox(): DOMRect | null {
  if (!pressedAt) return null;
  const { x, y } = pressedAt;
  return new DOMRect(x - FINGER_PX, y - FINGER_PX, 2 * FINGER_PX, 2 * FINGER_PX);
}

/** Whether an element covers what was pressed last, which is what it speaks of. */
export function useCoversPress(element: RefObject<HTMLElement>): boolean {
  const [covers, setCovers] = useState(false);
  useBrowserLayoutEffect(() => {
    const box = element.current?.getBoundingClientRect();
    if (!box || !pressedAt) return;
    const { x, y } = pressedAt;
    const isBeside = x < box.left - FINGER_PX || x > box.right + FINGER_PX;
    setCovers(!isBeside && y > box.top - FINGER_PX && y < box.bottom + FINGER_PX);
  }, [element]);
  return covers;
}

/** Remembers where a screen was pressed last; a key presses nowhere. */
export function useNotedPresses(): void {
  const { pathname } = useLocation();
  // What was pressed on the screen before is not there any more.
  useEffect(() => void (pressedAt = null), [pathname]);
  useEffect(() => {
    const note = ({ clientX: x, clientY: y }: PointerEvent) => (pressedAt = { x, y });
    const forget = () => (pressedAt = null);
    window.addEventListener('pointerdown', note, { passive: true, capture: true });
    window.addEventListener('keydown', forget, { passive: true, capture: true });
    return () => {
      window.removeEventListener('pointerdown', note, { capture: true });
      window.removeEventListener('keydown', forget, { capture: true });
    };
  }, []);
}
