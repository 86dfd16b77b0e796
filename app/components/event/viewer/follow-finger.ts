import { Gesture } from '@use-gesture/vanilla';

/** The actions of the viewer's gestures. */
export interface FingerActs {
  canStep(side: 'previous' | 'next'): boolean;
  step(side: 'previous' | 'next'): void;
  close(): void;
}

/**
 * A photo is released beyond this share of the screen's width, or at this speed in pixels per millisecond.
 */
const RELEASE = { part: 0.25, speed: 0.4 };
/** How far a photo can be dragged at the end of the list, in CSS pixels. */
const EDGE_GIVE_PX = 40;
const CLOSE_AFTER_PX = 96;
const SETTLE_MS = 220;
/** The gap between two photos, as in photo-viewer.css. */
const GAP_PX = 16;
const ZOOM = { max: 4, tapped: 2.5 };
const DOUBLE_TAP_MS = 300;

/** The photo's transform: its offset in pixels, and its scale. */
interface Transform {
  x: number;
  y: number;
  zoom: number;
}

const REST: Transform = { x: 0, y: 0, zoom: 1 };

/**
 * Moves the photos of a viewer with one or two fingers. The library only recognizes gestures: a whole viewer
 * such as PhotoSwipe would bring its own dialog and focus handling.
 * @returns removes the listeners
 */
export function followFinger(viewer: HTMLElement, acts: FingerActs): () => void {
  const figure = viewer.querySelector('figure');
  const slides = viewer.querySelector<HTMLElement>('.slides');
  if (!figure || !slides) return () => undefined;
  let stand = REST;
  let lastTap = { at: 0, x: 0, y: 0 };

  const draw = (next: Transform, isSettling = false) => {
    stand = next;
    const { x, y, zoom } = stand;
    const isCut = !isSettling || matchMedia('(prefers-reduced-motion: reduce)').matches;
    slides.style.transition = isCut ? 'none' : `transform ${SETTLE_MS}ms var(--ease-settle)`;
    slides.style.transform =
      x === 0 && y === 0 && zoom === 1 ? '' : `translate(${x}px, ${y}px) scale(${zoom})`;
    const fades = zoom === 1 ? Math.max(0, 1 - y / (CLOSE_AFTER_PX * 3)) : 1;
    viewer.style.setProperty('--sky', fades === 1 ? '' : String(fades));
    return isCut ? Promise.resolve() : new Promise((done) => setTimeout(done, SETTLE_MS));
  };
  const settle = (next: Transform) => draw(next, true);

  const stepTo = async (side: 'previous' | 'next') => {
    const width = figure.clientWidth + GAP_PX;
    await settle({ ...REST, x: side === 'next' ? -width : width });
    acts.step(side);
    void draw(REST);
  };

  const gesture = new Gesture(
    figure,
    {
      onDrag: ({
        event,
        movement,
        delta,
        velocity,
        axis,
        last,
        tap,
        xy,
        intentional,
        pinching,
        cancel,
        touches,
      }) => {
        if (pinching || touches > 1) return cancel();
        if (isMouse(event)) return;
        if (tap) return onTap(xy, event);
        if (!intentional) return;
        if (stand.zoom > 1) {
          return void draw(
            within(figure, { ...stand, x: stand.x + delta[0], y: stand.y + delta[1] }),
          );
        }
        const [x, y] = movement;
        if (!last)
          return void draw(axis === 'y' ? { ...REST, y: Math.max(0, y) } : withResistance(x));
        if (axis === 'y') return y >= CLOSE_AFTER_PX ? acts.close() : void settle(REST);
        const side = x < 0 ? 'next' : 'previous';
        const isFar = Math.abs(x) > figure.clientWidth * RELEASE.part;
        const letsGo = isFar || velocity[0] > RELEASE.speed;
        void (letsGo && acts.canStep(side) ? stepTo(side) : settle(REST));
      },
      onPinch: ({ first, last, movement: [factor], origin, memo }) => {
        const from =
          first || !memo
            ? { stand, origin }
            : (memo as { stand: Transform; origin: typeof origin });
        const zoom = Math.min(ZOOM.max, Math.max(1, from.stand.zoom * factor));
        void draw(within(figure, zoomed(figure, from.stand, zoom, from.origin)));
        if (last && stand.zoom < 1.05) void settle(REST);
        return from;
      },
    },
    {
      // `triggerAllEvents` reports taps. `filterTaps` would, too, but it stops every click without a tap that
      // it has seen: a mouse's beside a touch screen, or a click that began before this code was loaded.
      drag: { axis: undefined, triggerAllEvents: true, pointer: { touch: true }, threshold: 6 },
      pinch: { pointer: { touch: true }, scaleBounds: { min: 0.2, max: 10 } },
      eventOptions: { passive: false },
    },
  );

  /** The offset for a drag: the full distance toward a neighbor, and little if there is none. */
  function withResistance(x: number): Transform {
    if (acts.canStep(x < 0 ? 'next' : 'previous')) return { ...REST, x };
    return {
      ...REST,
      x: Math.sign(x) * EDGE_GIVE_PX * (1 - Math.exp(-Math.abs(x) / EDGE_GIVE_PX)),
    };
  }

  function onTap([x, y]: readonly [number, number], { timeStamp: at, target }: Event): void {
    if (target instanceof Element && target.closest('a, button')) return;
    const isDouble =
      at - lastTap.at < DOUBLE_TAP_MS && Math.hypot(x - lastTap.x, y - lastTap.y) < 40;
    lastTap = isDouble ? { at: 0, x, y } : { at, x, y };
    if (!isDouble || !figure) return;
    void settle(stand.zoom > 1 ? REST : within(figure, zoomed(figure, stand, ZOOM.tapped, [x, y])));
  }

  return () => gesture.destroy();
}

function isMouse(event: Event): boolean {
  return 'pointerType' in event && event.pointerType === 'mouse';
}

/** The transform with another scale that keeps a point of the screen in place. */
function zoomed(
  figure: Element,
  from: Transform,
  zoom: number,
  [px, py]: readonly number[],
): Transform {
  const box = figure.getBoundingClientRect();
  const x = (px ?? 0) - (box.left + box.width / 2);
  const y = (py ?? 0) - (box.top + box.height / 2);
  const factor = zoom / from.zoom;
  return { zoom, x: x - (x - from.x) * factor, y: y - (y - from.y) * factor };
}

/** The same transform, limited to the edges of the enlarged photo. */
function within(figure: Element, { x, y, zoom }: Transform): Transform {
  const { clientWidth, clientHeight } = figure;
  const reach = (side: number) => (side * (zoom - 1)) / 2;
  const limit = (value: number, most: number) => Math.max(-most, Math.min(most, value));
  return { zoom, x: limit(x, reach(clientWidth)), y: limit(y, reach(clientHeight)) };
}
