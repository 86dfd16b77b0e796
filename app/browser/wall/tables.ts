import { hangString, rowsOf, darkBulbs, type BulbRow } from '~/models/table/lights';
import type { WallTable } from '~/models/wall/rules';
import { one, part, setText } from './parts';
import { fill, type Said, type WallTexts } from './texts';

// The tables' strings of lights: eight at a time (rule `screens.wall-tables`).

/** How many are side by side, and for how long. */
const A_PAGE = 8;
const STANDS_MS = 15_000;
/** A longer string shows the end that is currently being lit. */
const ROWS = 2;
/** Bulbs of 21 px at 1080p. */
const SIZE = { radius: 5, sag: 14 };

export function createTables(texts: WallTexts, language: string) {
  const tiles = Array.from(part('tables').children) as HTMLElement[];
  let page = 0;
  let since: number | null = null;
  let pages = 1;

  /** @returns in how many ms the next eight appear; null if all are shown */
  function draw(
    tables: readonly WallTable[],
    { now, isPaused, news }: { now: number; isPaused: boolean; news: Said | null },
  ): number | null {
    pages = Math.max(1, Math.ceil(tables.length / A_PAGE));
    if (since === null) since = now;
    if (!isPaused && now - since >= STANDS_MS) turn(now);
    page %= pages;
    tiles.forEach((tile, index) => drawTile(tile, tables[page * A_PAGE + index]));
    const lit = tables.reduce((sum, { photos }) => sum + photos, 0);
    const dark = tables.reduce((sum, table) => sum + darkBulbs(table), 0);
    const count = (value: number) => value.toLocaleString(language);
    setText(part('tables-title'), news ? news.title : texts.tables.title);
    const values = { lit: count(lit), dark: count(dark) };
    setText(part('tables-line'), news ? news.line : fill(texts.tables.line, values));
    return pages > 1 && !isPaused ? Math.max(0, since + STANDS_MS - now) : null;
  }

  function turn(now: number): void {
    page = (page + 1) % pages;
    since = now;
  }

  function drawTile(tile: HTMLElement, table: WallTable | undefined): void {
    tile.hidden = !table;
    setText(one(tile, 'h3'), table ? table.name : '');
    setText(one(tile, '.count'), table ? table.photos.toLocaleString(language) : '');
    const rows = table ? lastRows(rowsOf(table)) : [];
    const pictures = Array.from(tile.querySelectorAll<SVGElement>('svg'));
    pictures.forEach((picture, index) => drawRow(picture, rows[index]));
  }

  return {
    draw,
    /** Shows the next eight immediately. */
    next: turn,
    /** Another programme is shown: this one starts over. */
    leave(): void {
      since = null;
      page = 0;
    },
    /** Nothing of the event remains. */
    clear(): void {
      for (const tile of tiles) drawTile(tile, undefined);
      for (const name of ['tables-title', 'tables-line']) setText(part(name), '');
    },
  };
}

/** The row that is being lit, or the last one, with the one before it. */
function lastRows(rows: readonly BulbRow[]): BulbRow[] {
  const open = rows.findIndex(({ lit, bulbs }) => lit < bulbs);
  const end = Math.max(ROWS, open === -1 ? rows.length : open + 1);
  return rows.slice(Math.max(0, end - ROWS), end);
}

/** Draws a row with few paths, which a television from 2018 can change without a pause. */
function drawRow(picture: SVGElement, row: BulbRow | undefined): void {
  picture.style.display = row ? '' : 'none';
  const { cord, radius, bulbs } = hangString(row ? row.bulbs : 1, SIZE);
  const lit = row ? row.lit : 0;
  const before = Number(picture.getAttribute('data-lit'));
  if (picture.getAttribute('data-bulbs') === `${bulbs.length}` && before === lit) return;
  picture.setAttribute('data-bulbs', `${bulbs.length}`);
  picture.setAttribute('data-lit', `${lit}`);
  const dot = ({ x, y }: { x: number; y: number }) => `M${x} ${y}h.01`;
  const ring = ({ x, y }: { x: number; y: number }) =>
    `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0`;
  const draw = (name: string, d: string) => one(picture, `.${name}`).setAttribute('d', d);
  draw('cord', cord + bulbs.map(({ stem }) => stem).join(''));
  draw('dark', bulbs.slice(lit).map(ring).join(''));
  for (const name of ['far', 'near', 'lit']) draw(name, bulbs.slice(0, lit).map(dot).join(''));
  const widths = { far: radius * 6, near: radius * 4, lit: radius * 2, fresh: radius * 2 };
  for (const [name, width] of Object.entries(widths)) {
    one<SVGElement>(picture, `.${name}`).style.strokeWidth = String(width);
  }
  lightUp(one<SVGElement>(picture, '.fresh'), before, bulbs.slice(before, lit).map(dot).join(''));
}

/** Only the bulb that has just been lit is animated. */
function lightUp(path: SVGElement, before: number, d: string): void {
  path.setAttribute('d', d);
  // Another name of the same animation starts it again.
  path.setAttribute('class', `fresh ${before % 2 === 0 ? 'even' : 'odd'}`);
}
