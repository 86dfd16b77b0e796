// How large prints are on the wall. All sizes are in units of a hundredth of the width of a 16:9 picture, which
// is the root's font size (styles/), so that 720p, 1080p and 4K look alike.

/** A size in units. */
export interface Size {
  width: number;
  height: number;
}

/** What surrounds prints on the wall (styles/). */
const STRING = 4.9;
const EDGE = 2.6;
/** A wing at each side of a landscape screen, with its margins. */
const WING = 18.5;
/** Both wings below the prints of a portrait screen. */
const FOOT = 26;
const GAP = 2;
/** The white border of a print. */
const BORDER = 0.75;
/** The border below: a name; a caption of two lines with the name beside it, or below it. */
const BELOW = { name: 4.4, beside: 9.6, stacked: 13.6 };
/** Between photo and border: nothing, or a mission of one line or two. */
const TAG = [0, 3.4, 6.4] as const;
/** A letter of a mission, and the icon before it. */
const TAG_LETTER = 1.3;
const TAG_ICON = 3.2;
/** The largest photos, so that a print never fills the wall. */
const TALLEST = 41.5;
/** A print this wide has room for the name beside the caption. */
const WIDE = 34;
/** A first photo leaves room for its greeting. */
const GREETED_WIDTH = 47.5;

/** What the border below a photo holds (styles/prints.css gives each its height). */
export type Below = keyof typeof BELOW;

/** The prints of one slide: the size of each photo without its border, and the border below all of them. */
export interface Placed {
  photos: Size[];
  below: Below;
  /** How many lines the longest mission takes; 0 without one. */
  tagLines: TagLines;
}

type TagLines = 0 | 1 | 2;

/** What a print holds beside its photo. */
interface Words {
  hasCaption: boolean;
  mission: string | null;
  isGreeted: boolean;
}

/** Whether the wings lie below the prints. */
export const isUpright = ({ width, height }: Size): boolean => width < height;

/**
 * Places the prints of one slide. No photo is cropped.
 * @param screen the screen's size in units
 */
export function placePrints(screen: Size, prints: readonly (Size & Words)[]): Placed {
  const longest = Math.max(...prints.map(({ mission }) => (mission || '').length));
  if (longest === 0) return placeWith(screen, prints, 0);
  const placed = placeWith(screen, prints, 1);
  const hasRoom = prints.every(
    ({ mission }, index) =>
      (mission || '').length * TAG_LETTER + TAG_ICON <= (placed.photos[index]?.width || 0),
  );
  return hasRoom ? placed : placeWith(screen, prints, 2);
}

function placeWith(screen: Size, prints: readonly (Size & Words)[], tagLines: TagLines): Placed {
  const upright = isUpright(screen);
  const room = {
    width: screen.width - 2 * (upright ? EDGE : WING),
    height: screen.height - STRING - (upright ? FOOT : EDGE),
  };
  const share = (room.width - GAP * (prints.length - 1)) / prints.length - 2 * BORDER;
  const fitted = (below: Below) => {
    const height = room.height - BORDER - TAG[tagLines] - BELOW[below];
    const sizes = prints.map((print) =>
      fit(print.width / print.height, {
        width: print.isGreeted && !upright ? Math.min(share, GREETED_WIDTH) : share,
        height: upright ? height : Math.min(height, TALLEST),
      }),
    );
    // Two prints side by side have the same height.
    const least = Math.min(...sizes.map((size) => size.height));
    return sizes.map((size) => ({ width: (size.width * least) / size.height, height: least }));
  };
  if (!prints.some(({ hasCaption }) => hasCaption))
    return { photos: fitted('name'), below: 'name', tagLines };
  const photos = fitted('beside');
  return photos.every(({ width }) => width >= WIDE)
    ? { photos, below: 'beside', tagLines }
    : { photos: fitted('stacked'), below: 'stacked', tagLines };
}

/** The largest size with a ratio (width / height) that fits a space. */
function fit(ratio: number, room: Size): Size {
  const width = Math.min(room.width, room.height * ratio);
  return { width, height: width / ratio };
}

/** The widest of a greeting's lines, and its largest letters; a letter of the display font is 0.62 as wide. */
const GREETING = { width: 20, largest: 6, least: 2.3, letter: 0.62 };

/** The size of a greeting's letters, by its longest word. */
export function greetingSize(text: string): number {
  const longest = Math.max(...text.split(/\s+/).map((word) => word.length));
  const fitting = GREETING.width / (longest * GREETING.letter);
  return Math.max(GREETING.least, Math.min(GREETING.largest, fitting));
}
