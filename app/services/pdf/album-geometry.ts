import { PAPERS } from './layout';

// Where the prints of an album are, in millimetres on A4. The server needs it to shrink pictures, the document to draw
// them.

export const ALBUM_SHEET = PAPERS.a4;
export const ALBUM_SIDE = 14;
/** The top of a sheet with its heading, and of the first page with lights and name. */
export const ALBUM_TOP = { sheet: 24, guest: 52, podium: 70 };
/** The foot of each page. */
export const ALBUM_FOOT = 16;
export const ALBUM_GAP = 5;
/** The white border of a print, and the room for the words below it. */
export const PRINT_BORDER = 1.5;
export const PRINT_WORDS = { sheet: 12, guest: 12, podium: 19 };

/** How many prints are on one sheet. */
export const SHEET_PRINTS = 20;

export type AlbumPageKind = keyof typeof ALBUM_TOP;

/** The grid of a page. */
export interface Grid {
  columns: number;
  /** The room for one picture. */
  width: number;
  height: number;
}

/** The grid of a page with this many prints, in millimetres. */
export function gridOf(kind: AlbumPageKind, prints: number): Grid {
  const columns = kind === 'sheet' ? 4 : columnsFor(prints);
  const rows = kind === 'sheet' ? SHEET_PRINTS / 4 : Math.ceil(prints / columns);
  const across = ALBUM_SHEET.width - 2 * ALBUM_SIDE;
  const down = ALBUM_SHEET.height - ALBUM_TOP[kind] - ALBUM_FOOT;
  return {
    columns,
    width: (across - (columns - 1) * ALBUM_GAP) / columns - 2 * PRINT_BORDER,
    height: (down - (rows - 1) * ALBUM_GAP) / rows - 2 * PRINT_BORDER - PRINT_WORDS[kind],
  };
}

/** The rows of a page: the winner has one alone above the second and the third. */
export function rowsOf<Print>(kind: AlbumPageKind, prints: readonly Print[]): Print[][] {
  const { columns } = gridOf(kind, prints.length);
  const first = kind === 'podium' && prints.length === 3 ? 1 : columns;
  const rows = [prints.slice(0, first)];
  for (let next = first; next < prints.length; next += columns) {
    rows.push(prints.slice(next, next + columns));
  }
  return rows;
}

/** One large print, two below each other, four in two rows, and so on: pages are higher than wide. */
function columnsFor(prints: number): number {
  if (prints <= 2) return 1;
  return prints <= 6 ? 2 : Math.ceil(Math.sqrt(prints * 0.8));
}

/** The dots of a print in a printer. */
const DOTS_PER_MM = 300 / 25.4;

/**
 * The number of pixels that a picture needs on its longer side to fill its room at 300 dpi.
 * @param shape its width divided by its height
 */
export function pixelsOf({ width, height }: Grid, shape: number): number {
  const drawn = { width: Math.min(width, height * shape), height: Math.min(height, width / shape) };
  return Math.ceil(Math.max(drawn.width, drawn.height) * DOTS_PER_MM);
}
