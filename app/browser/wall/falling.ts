import { isStill, one, parts, setClass, unit } from './parts';
import type { Prints } from './prints';

// A star falls from the string onto its print, along a short arc: one element goes sideways at an even pace,
// the one inside goes down ever faster.

const FALL_MS = 900;
const STAYS_MS = 3000;
const FADE_MS = 420;
/** Where it lands: at the upper right of the print, where the print's light begins (styles/). */
const LANDS_AT = 0.78;
/** How far it comes from the side, how far below the print's edge it lands, and where the string hangs. */
const ASIDE = 12;
const BELOW_EDGE = 2.6;
const STRING = 2;

export function createFalling(prints: Pick<Prints, 'printOf'>) {
  const stars = parts('fall').map((element) => ({
    element,
    inner: one(element, 'span'),
    timers: [] as ReturnType<typeof setTimeout>[],
    print: null as HTMLElement | null,
  }));
  let next = 0;

  function fall(photoId: number): void {
    const print = prints.printOf(photoId);
    const star = stars[next % stars.length];
    if (!print || !star) return;
    next += 1;
    end(star);
    const { left, top, width } = print.getBoundingClientRect();
    const size = unit();
    const [x, y] = [left + width * LANDS_AT, top + BELOW_EDGE * size];
    star.print = print;
    if (isStill()) {
      place(star, x, top);
      star.timers = [setTimeout(() => end(star), STAYS_MS)];
      return;
    }
    place(star, x + ASIDE * size, STRING * size);
    // The start has to be drawn, or the star has no distance to fall.
    void star.element.offsetWidth;
    move(star, x, y);
    star.timers = [
      setTimeout(() => setClass(print, 'lit', true), FALL_MS),
      setTimeout(() => {
        star.inner.style.opacity = '0';
        if (!stars.some((other) => other !== star && other.print === print)) {
          setClass(print, 'lit', false);
        }
      }, FALL_MS + STAYS_MS),
      setTimeout(() => end(star), FALL_MS + STAYS_MS + FADE_MS),
    ];
  }

  type Star = (typeof stars)[number];

  function place(star: Star, x: number, y: number): void {
    for (const { style } of [star.element, star.inner]) style.transition = 'none';
    star.inner.style.opacity = '1';
    star.element.hidden = false;
    move(star, x, y);
    void star.element.offsetWidth;
    for (const { style } of [star.element, star.inner]) style.transition = '';
  }

  function move({ element, inner }: Star, x: number, y: number): void {
    element.style.transform = `translateX(${x}px)`;
    inner.style.transform = `translateY(${y}px)`;
  }

  function end(star: Star): void {
    for (const timer of star.timers) clearTimeout(timer);
    star.timers = [];
    star.element.hidden = true;
    if (star.print) setClass(star.print, 'lit', false);
    star.print = null;
  }

  return {
    fall,
    /** Removes all stars, because their prints disappear. */
    clear: (): void => stars.forEach(end),
    isFalling: (): boolean => stars.some(({ timers }) => timers.length > 0),
  };
}
