// Where everything is on a shared picture of the podium, in pixels. The drawing of the texts and the place of the
// photos follow it (app/services/pdf/podium-drawing.server.ts, app/services/podium-print.server.ts).

/** The pictures to share: for a story, for a post, and a wide one. */
export const PODIUM_FORMATS = ['story', 'post', 'wide'] as const;
export type PodiumFormat = (typeof PODIUM_FORMATS)[number];

/** A rectangle, in pixels. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** A step: its block, and the print on it. */
export interface PlacedStep {
  block: Box;
  /** Its box before it is tilted. */
  print: Box;
  /** In degrees. */
  tilt: number;
  /** Whether the numeral is beside the name, because the block is low. */
  isLow: boolean;
}

/** The fixed parts of a format. */
export interface PodiumFrame {
  width: number;
  height: number;
  /** The event's name and day. */
  head: Box & { align: 'center' | undefined; sizes: readonly number[]; daySize: number };
  /** The product's mark: its middle. */
  mark: { x: number; y: number };
  /** The area of the podium; blocks stand on its lower edge. */
  stage: Box;
  /** The heights of the blocks of the first three places. */
  blocks: readonly [number, number, number];
  /** The size of the numerals on them. */
  numeral: number;
}

/**
 * Apps lay their own buttons over a story, so its upper 250 and lower 290 pixels hold nothing to read. The others
 * need no such edge.
 */
export const PODIUM_FRAMES: Record<PodiumFormat, PodiumFrame> = {
  story: {
    width: 1080,
    height: 1920,
    head: {
      left: 80,
      top: 258,
      width: 920,
      height: 366,
      align: 'center',
      sizes: [96, 84, 72, 62, 54, 46, 40],
      daySize: 40,
    },
    mark: { x: 540, y: 1594 },
    stage: { left: 28, top: 644, width: 1024, height: 896 },
    blocks: [400, 320, 280],
    numeral: 120,
  },
  post: {
    width: 1080,
    height: 1350,
    head: {
      left: 80,
      top: 124,
      width: 920,
      height: 282,
      align: 'center',
      sizes: [84, 72, 62, 54, 46, 40, 34],
      daySize: 36,
    },
    mark: { x: 540, y: 1297 },
    stage: { left: 28, top: 420, width: 1024, height: 820 },
    blocks: [310, 255, 228],
    numeral: 96,
  },
  wide: {
    width: 1920,
    height: 1080,
    head: {
      left: 96,
      top: 210,
      width: 600,
      height: 620,
      align: undefined,
      sizes: [92, 80, 70, 60, 52, 44, 38],
      daySize: 40,
    },
    mark: { x: 234, y: 1035 },
    stage: { left: 752, top: 140, width: 1120, height: 850 },
    blocks: [310, 255, 228],
    numeral: 96,
  },
};

/** The white border of a print. */
export const PRINT_BORDER = 12;
/** Height by width of a print's photo. */
const PHOTO_SHAPE = 4 / 3;
const GAP = 20;
/** Between a print and its block. */
const ABOVE_BLOCK = 24;
const LOW = { block: 104, above: 10, share: 0.92 };
const MUCH = 0.88;
/** The middle of three is wider, unless it shares its place. */
const MIDDLE = 1.16;

const printHeight = (width: number) =>
  Math.round((width - 2 * PRINT_BORDER) * PHOTO_SHAPE + 2 * PRINT_BORDER);

/**
 * Places the steps of a podium, in their order: three as a podium, the first in the middle; more in rows.
 * @param places the steps' places
 */
export function placeSteps(format: PodiumFormat, places: readonly number[]): PlacedStep[] {
  const frame = PODIUM_FRAMES[format];
  return places.length > 3 ? inRows(frame, places.length) : asPodium(frame, places);
}

function asPodium({ stage, blocks }: PodiumFrame, places: readonly number[]): PlacedStep[] {
  const isTied = places[0] === places[1];
  const middle = isTied ? 1 : MIDDLE;
  const side = (stage.width - 2 * GAP) / (2 + middle);
  const floor = stage.top + stage.height;
  return places.map((place, index) => {
    const width = Math.round(index === 0 ? side * middle : side);
    const left = Math.round(
      index === 0
        ? stage.left + side + GAP
        : index === 1
          ? stage.left
          : stage.left + stage.width - side,
    );
    const height = blocks[place - 1] ?? blocks[2];
    const block = { left, top: floor - height, width, height };
    // A tilted print needs room beside it.
    const printWidth = index === 0 ? width : Math.round(width * 0.93);
    const print = {
      left: Math.round(left + (width - printWidth) / 2),
      top: block.top - ABOVE_BLOCK - printHeight(printWidth),
      width: printWidth,
      height: printHeight(printWidth),
    };
    return { block, print, tilt: [0, -2.2, 1.8][index] ?? 0, isLow: false };
  });
}

/** As many in a row as make the prints largest; a little smaller ones if they fill the height better. */
function inRows({ stage }: PodiumFrame, count: number): PlacedStep[] {
  const grids = Array.from({ length: count }, (_, index) => {
    const columns = index + 1;
    const rows = Math.ceil(count / columns);
    const cell = {
      width: (stage.width - GAP * (columns - 1)) / columns,
      height: (stage.height - GAP * (rows - 1)) / rows,
    };
    const tallest = cell.height - LOW.block - LOW.above - 2 * PRINT_BORDER;
    const print = Math.min(cell.width * LOW.share, tallest / PHOTO_SHAPE + 2 * PRINT_BORDER);
    return { columns, rows, cell, print: Math.floor(print) };
  });
  const largest = Math.max(...grids.map(({ print }) => print));
  const grid = grids.find(({ print }) => print >= largest * MUCH) ?? grids[0];
  if (!grid) return [];
  const height = printHeight(grid.print);
  const block = Math.min(grid.cell.width, Math.max(grid.print, 190));
  const row = height + LOW.above + LOW.block;
  // The remaining space is above and between the rows.
  const spare = (stage.height - grid.rows * row) / grid.rows;
  return Array.from({ length: count }, (_, index) => {
    const line = Math.floor(index / grid.columns);
    const inLine = Math.min(grid.columns, count - line * grid.columns);
    const space = Math.min(GAP * 3, (stage.width - inLine * block) / Math.max(1, inLine - 1));
    const start = stage.left + (stage.width - inLine * block - (inLine - 1) * space) / 2;
    const left = Math.round(start + (index - line * grid.columns) * (block + space));
    const top = Math.round(stage.top + (line + 1) * spare + line * row);
    return {
      print: {
        left: Math.round(left + (block - grid.print) / 2),
        top,
        width: grid.print,
        height,
      },
      block: {
        left,
        top: top + height + LOW.above,
        width: Math.round(block),
        height: LOW.block,
      },
      tilt: 0,
      isLow: true,
    };
  });
}
