import { DragGesture } from '@use-gesture/vanilla';

/** How near to the window's edge a dragged row scrolls the page, and how far each time, in CSS pixels. */
const EDGE_PX = 90;
const SCROLL_PX = 16;

/** A row that is being dragged. */
interface Dragged {
  row: HTMLElement;
  rows: HTMLElement[];
  from: number;
  to: number;
  /** The vertical centers of all rows in the page, before anything moved. */
  middles: number[];
  scrolled: number;
}

/**
 * Lets the rows of a list be dragged by their handles, which are marked with `data-grip`, with a mouse or a finger.
 * @param list its element, whose children are the rows
 * @param onDrop moves a row from one index to another
 * @returns removes the listeners
 */
export function dragRows(list: HTMLElement, onDrop: (from: number, to: number) => void) {
  let dragged: Dragged | null = null;

  function lift(target: EventTarget | null): Dragged | null {
    const grip = target instanceof Element ? target.closest('[data-grip]') : null;
    const rows = [...list.children] as HTMLElement[];
    const row = rows.find((one) => one.contains(grip));
    if (!row) return null;
    const middles = rows.map((one) => {
      const { top, height } = one.getBoundingClientRect();
      return top + height / 2 + window.scrollY;
    });
    const from = rows.indexOf(row);
    return { row, rows, from, to: from, middles, scrolled: window.scrollY };
  }

  function follow(it: Dragged, y: number): void {
    const { row, rows, from, middles } = it;
    const middle = (middles[from] ?? 0) + y;
    it.to = middles.filter((other, index) => index !== from && other < middle).length;
    row.style.translate = `0 ${y}px`;
    rows.forEach((other, index) => {
      if (other === row) return;
      const isAbove = from < index && index <= it.to;
      const isBelow = it.to <= index && index < from;
      const step = isAbove ? -row.offsetHeight : isBelow ? row.offsetHeight : 0;
      other.style.translate = step === 0 ? '' : `0 ${step}px`;
    });
  }

  function resetStyles({ row, rows }: Dragged): void {
    for (const one of rows) one.style.translate = '';
    row.style.opacity = '';
  }

  const gesture = new DragGesture(
    list,
    ({ event, first, last, canceled, movement: [, moved], xy: [, y], cancel }) => {
      if (first) dragged = lift(event.target);
      if (!dragged) return cancel();
      dragged.row.style.opacity = '0.7';
      if (y < EDGE_PX) window.scrollBy(0, -SCROLL_PX);
      if (y > window.innerHeight - EDGE_PX) window.scrollBy(0, SCROLL_PX);
      follow(dragged, moved + window.scrollY - dragged.scrolled);
      if (!last) return;
      const { from, to } = dragged;
      resetStyles(dragged);
      dragged = null;
      if (!canceled && to !== from) onDrop(from, to);
    },
    { axis: 'y', filterTaps: true, threshold: 4 },
  );
  return () => gesture.destroy();
}
