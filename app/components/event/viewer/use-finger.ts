import { useEffect, useRef, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from '@remix-run/react';
import type { FingerActs } from './follow-finger';

/**
 * Lets a viewer follow the finger: sideways to the neighbors, down to close, two fingers or a double tap to zoom. The
 * code is loaded with the first viewer; until then the arrows work.
 */
export function useFinger(
  viewer: RefObject<HTMLElement>,
  { step, canStep }: Omit<FingerActs, 'close'>,
): void {
  const navigate = useNavigate();
  const acts = useRef<FingerActs>();
  acts.current = {
    canStep,
    // Rendered synchronously, because the neighbor that was swiped in becomes the current photo.
    step: (side) => flushSync(() => step(side)),
    close: () => {
      const link = viewer.current?.querySelector<HTMLAnchorElement>('.dialog-head a');
      if (link) link.click();
      else navigate(-1);
    },
  };

  useEffect(() => {
    let end: (() => void) | undefined;
    let isWanted = true;
    import('./follow-finger').then(
      ({ followFinger }) => {
        if (!isWanted || !viewer.current) return;
        end = followFinger(viewer.current, {
          canStep: (side) => acts.current?.canStep(side) ?? false,
          step: (side) => acts.current?.step(side),
          close: () => acts.current?.close(),
        });
      },
      // Without it the arrows still work.
      () => undefined,
    );
    return () => {
      isWanted = false;
      end?.();
    };
  }, [viewer]);
}
