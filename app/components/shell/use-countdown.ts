import { useEffect, useRef } from 'react';

/** Calls `onEnd` after `duration` ms, not counting the time it is paused. */
export function useCountdown(duration: number, isPaused: boolean, onEnd: () => void): void {
  const left = useRef(duration);
  useEffect(() => {
    if (isPaused) return;
    const start = performance.now();
    const timer = window.setTimeout(onEnd, left.current);
    return () => {
      window.clearTimeout(timer);
      left.current -= performance.now() - start;
    };
  }, [isPaused, onEnd]);
}
