import { isUpright, type Size } from './layout';

// How large the prints of a duel are, in units (layout.ts). No photo is cropped.

/** The largest photos of a duel between two: 730 px high at 1080p. */
const TALLEST = 38;
/** The margins of a print, with its border (styles/duel.css), and those of the wall. */
const AROUND = 3.9;
const EDGE = 4;
/** The words between two prints, or above more of them; and the border below a photo. */
const BETWEEN = 19.4;
const ABOVE = 12;
const BELOW = 9;
/** The string of lights, and the edge below. */
const ENDS = 7.2;

/**
 * The size of a photo in a duel of this many: two are shown on both sides of the words, more in a row below them. On a
 * portrait screen two are shown in a row.
 */
export function duelSize({ width, height }: Size, count: number, screen: Size): Size {
  const isTall = isUpright(screen);
  const isBetween = count <= 2 && !isTall;
  const inRow = isTall ? 2 : count;
  const rows = Math.ceil(count / inRow);
  const wide = (screen.width - EDGE - (isBetween ? BETWEEN : 0)) / inRow - AROUND;
  const high = (screen.height - ENDS - (isBetween ? 0 : isTall ? 20 : ABOVE)) / rows - BELOW;
  const most = Math.min(wide, Math.min(high, TALLEST) * (width / height));
  return { width: most, height: (most * height) / width };
}
