import { useEffect, useRef, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from '@remix-run/react';
import type { FingerActs } from './follow-finger';

/**
 * Has a viewer follow the finger: sideways to the neighbours, down to close it, two fingers or two taps to
 * look closer. The code comes when the first viewer is open; until then there are the arrows.
 */
export function useFinger(
  viewer: RefObject<HTMLElement>,
  { step, canStep }: Omit<FingerActs, 'close'>,
): void {
  const navigate = useNavigate();
  const acts = useRef<FingerActs>();
  acts.current = {
    canStep,
    // Drawn at once, for the neighbour that has arrived is the photo that is shown from now on.
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
      // Without it there are the arrows.
      () => undefined,
    );
    return () => {
      isWanted = false;
      end?.();
    };
  }, [viewer]);
}
