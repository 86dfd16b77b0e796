import type { NamedTable } from './rules';

// The strings of lights: a bulb for each photo of a table (rule `tables.lights`).

/** How many bulbs a person at the table adds. */
const BULBS_A_SEAT = 2;
/** The least number of bulbs of a table, unless its people may add fewer photos than that. */
const BULBS_MIN = 6;
/** The most bulbs in a row. A longer string has several rows. */
const ROW_MAX = 24;

/** A table with its string. */
export interface TableLights extends NamedTable {
  /** How many photos of its people everybody sees. */
  photos: number;
  /** How many bulbs its string has. */
  bulbs: number;
}

/** A row of bulbs, lit from the left. */
export interface BulbRow {
  lit: number;
  bulbs: number;
}

/**
 * How many bulbs a table's string has (rule `tables.lights`).
 * @param seated how many people sit there
 * @param slots how many photos each may add
 */
export function bulbsOf(seated: number, slots: number): number {
  if (seated === 0) return BULBS_MIN;
  return Math.min(slots * seated, Math.max(BULBS_MIN, BULBS_A_SEAT * seated));
}

/** How many bulbs are dark on the string that is being lit; 0 if the last one is completely lit. */
export function darkBulbs({ photos, bulbs }: Pick<TableLights, 'photos' | 'bulbs'>): number {
  const lit = photos % bulbs;
  return photos > 0 && lit === 0 ? 0 : bulbs - lit;
}

/** Whether a table's first string is completely lit (rule `tables.first`). */
export function shinesWhole({ photos, bulbs }: Pick<TableLights, 'photos' | 'bulbs'>): boolean {
  return photos >= bulbs;
}

/** The strings of a table, one after the other, each in rows that are about equally long. */
export function rowsOf({ photos, bulbs }: Pick<TableLights, 'photos' | 'bulbs'>): BulbRow[] {
  const strings = Math.max(1, Math.ceil(photos / bulbs));
  const rows = Math.ceil(bulbs / ROW_MAX);
  return Array.from({ length: strings * rows }, (_, index) => {
    const string = Math.floor(index / rows);
    const [from, to] = [index % rows, (index % rows) + 1].map((row) =>
      Math.round((row * bulbs) / rows),
    ) as [number, number];
    const lit = Math.min(to, Math.max(from, photos - string * bulbs)) - from;
    return { lit, bulbs: to - from };
  });
}

/** The width of a string's picture, and how far below the top its ends are, in units of its own. */
export const STRING_WIDTH = 328;
const STRING_TOP = 3;
/** How far a bulb hangs below the string. */
const STEM = 2.5;

/** Where a string hangs, and its bulbs: a parabola, whose control point is twice as deep as it sags. */
export function hangString(bulbs: number, { sag, radius }: { sag: number; radius: number }) {
  const step = STRING_WIDTH / bulbs;
  // Smaller where many hang side by side.
  const r = rounded(Math.min(radius, step * 0.4));
  const control = `${STRING_WIDTH / 2} ${STRING_TOP + 2 * sag}`;
  return {
    cord: `M0 ${STRING_TOP}Q${control} ${STRING_WIDTH} ${STRING_TOP}`,
    radius: r,
    bulbs: Array.from({ length: bulbs }, (_, index) => {
      const x = step * (index + 0.5);
      const top = STRING_TOP + sag * (1 - (2 * (x / STRING_WIDTH) - 1) ** 2);
      const stem = `M${rounded(x)} ${rounded(top)}v${STEM}`;
      return { x: rounded(x), y: rounded(top + STEM + r), stem };
    }),
  };
}

const rounded = (value: number) => Math.round(value * 10) / 10;
