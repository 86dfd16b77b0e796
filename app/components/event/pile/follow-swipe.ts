import { DragGesture } from '@use-gesture/vanilla';

/** What a swipe does. */
interface SwipeActs {
  /** To the left: the photo is laid aside. */
  next(): void;
  /** To the right: the one before comes back. */
  back(): void;
  canGoBack(): boolean;
}

/** The photo is let go beyond this share of its width, or at this speed in pixels per millisecond. */
const RELEASE = { part: 0.3, speed: 0.4 };
/**
 * How far the photo follows a finger to the right, in CSS pixels: the previous photo comes back, this one does not
 * leave.
 */
const GIVE_PX = 40;

/**
 * Moves the photo on top of a pile with the finger.
 * @param heap its element, which outlasts its photos
 * @returns removes the listeners
 */
export function followSwipe(heap: HTMLElement, acts: SwipeActs): () => void {
  const top = () => heap.querySelector<HTMLElement>('[data-layer="top"]');
  const draw = (x: number) => {
    const photo = top();
    if (!photo) return;
    photo.style.translate = x === 0 ? '' : `${x}px`;
    photo.style.rotate = x === 0 ? '' : `${x / 40}deg`;
    photo.style.transition = x === 0 ? '' : 'none';
  };
  const gesture = new DragGesture(
    heap,
    ({ event, movement: [x], velocity: [speed], last, touches, cancel }) => {
      if (touches > 1) return cancel();
      if ('pointerType' in event && event.pointerType === 'mouse') return;
      if (!last) return draw(x < 0 ? x : GIVE_PX * (1 - Math.exp(-x / GIVE_PX)));
      draw(0);
      const isFar = Math.abs(x) > heap.clientWidth * RELEASE.part || speed > RELEASE.speed;
      if (!isFar) return;
      // It leaves from where the finger released it.
      heap.style.setProperty('--from', `${Math.min(0, x)}px`);
      if (x < 0) acts.next();
      else if (acts.canGoBack()) acts.back();
    },
    { axis: 'x', pointer: { touch: true }, threshold: 6 },
  );
  return () => gesture.destroy();
}
