import { useRef, type PointerEvent } from 'react';

const THRESHOLD_PX = 50;

/** Handlers for an element that follows the finger sideways through `--swipe`. Past 50 px it is dismissed. */
export function useSwipe(onSwiped: () => void) {
  const start = useRef<number | null>(null);
  const move = ({ currentTarget }: PointerEvent<HTMLElement>, distance: number) =>
    currentTarget.style.setProperty('--swipe', `${distance}px`);
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.target instanceof Element && event.target.closest('a, button')) return;
      start.current = event.clientX;
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (start.current !== null) move(event, event.clientX - start.current);
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      if (start.current === null) return;
      const distance = event.clientX - start.current;
      start.current = null;
      if (Math.abs(distance) >= THRESHOLD_PX) onSwiped();
      else move(event, 0);
    },
    onPointerCancel(event: PointerEvent<HTMLElement>) {
      start.current = null;
      move(event, 0);
    },
  };
}
