import {
  placeSteps,
  PODIUM_FRAMES,
  type Box,
  type PlacedStep,
  type PodiumFormat,
  type PodiumFrame,
} from '../podium-geometry';
import { hyphenationIn } from './hyphenation.server';
import { outlinesOf } from './outlines.server';
import { PRODUCT } from './sheet.server';
import { openFace, type Typesetter } from './typeset.server';

// The picture of a podium without its photos: the evening sky, lights, blocks and texts, as an SVG. Every text is
// drawn as shapes, so that no text of the event is in the file.

/** What a shared picture of the podium says. */
export interface PodiumContent {
  layout: 'podium';
  format: PodiumFormat;
  /** A BCP 47 tag. */
  language: string;
  eventName: string;
  /** The day of the party, in words. */
  day: string;
  /** The steps in order; `null` on one where nobody stands. */
  steps: { place: number; on: { name: string; stars: number } | null }[];
  /** In place of a name that no font can draw. */
  guest: string;
}

/** The theme's colours of the night. */
const SKY = { top: '#0a2129', middle: '#0f2f3a', low: '#1b4552', dusk: '#f2a765' };
const INK = { name: '#fdf4e7', day: '#b9ced0', block: '#2a1a00' };
const BLOCKS: Record<number, readonly [top: string, bottom: string]> = {
  1: ['#ffd887', '#f6b73c'],
  2: ['#e4ebeb', '#cdd8d9'],
  3: ['#ecb58d', '#dc9a6c'],
};
const STAR = 'm12 3.2 2.65 5.45 5.95.85-4.3 4.2 1 5.95L12 16.85l-5.3 2.8 1-5.95-4.3-4.2 5.95-.85z';
const MARK =
  '<rect x="11" y="9" width="10" height="20" rx="1.5" fill="#f6b73c"/><rect x="1.5" y="16" width="8.5" height="13" rx="1.5" fill="#fdf4e7"/><rect x="22" y="19" width="8.5" height="10" rx="1.5" fill="#dc9a6c"/><path d="m16 11.2 1.35 2.75 3 .45-2.2 2.1.55 3L16 18.05l-2.7 1.45.55-3-2.2-2.1 3-.45z" fill="#0f2f3a"/><path d="m16 1 .8 2.2 2.2.8-2.2.8L16 7l-.8-2.2L13 4l2.2-.8z" fill="#f6b73c"/>';
const MARK_SIZE = { icon: 60, text: 44, gap: 18 };
const DAY_GAP = 20;
/** The space between two bulbs. */
const BULBS_APART = 112;

/** The faces of a picture. */
interface Faces {
  display: Typesetter;
  bold: Typesetter;
  regular: Typesetter;
}

/** Draws a podium. */
export async function drawPodium(content: PodiumContent): Promise<Uint8Array> {
  const frame = PODIUM_FRAMES[content.format];
  const names = content.steps.map(({ on }) => on?.name ?? '');
  const faces: Faces = {
    display: await openFace('display', [content.eventName, PRODUCT]),
    bold: await openFace('bold', [...names, content.guest, '0123456789']),
    regular: await openFace('regular', [content.day]),
  };
  // A name in letters that the display face lacks is set in another, and the numerals are not.
  const numerals = await openFace('display', ['0123456789', PRODUCT]);
  const places = content.steps.map(({ place }) => place);
  const placed = placeSteps(content.format, places);
  const parts = [
    sky(frame),
    ...placed.flatMap((step, index) => {
      const told = content.steps[index];
      return told ? [stepOf({ step, told, frame, faces, numerals, guest: content.guest })] : [];
    }),
    head(content, frame, faces),
    mark(frame, numerals),
  ];
  const { width, height } = frame;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${DEFINITIONS}${parts.join('')}</svg>`,
  );
}

const gradient = (id: string, [top, bottom]: readonly [string, string]) =>
  `<linearGradient id="${id}" x2="0" y2="1"><stop stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient>`;

const DEFINITIONS = `<defs>
<linearGradient id="sky" x2="0" y2="1"><stop stop-color="${SKY.top}"/><stop offset=".45" stop-color="${SKY.middle}"/><stop offset="1" stop-color="${SKY.low}"/></linearGradient>
<radialGradient id="dusk"><stop stop-color="${SKY.dusk}" stop-opacity=".6"/><stop offset="1" stop-color="${SKY.dusk}" stop-opacity="0"/></radialGradient>
<radialGradient id="glow"><stop offset=".5" stop-color="#f6b73c" stop-opacity=".45"/><stop offset="1" stop-color="#f6b73c" stop-opacity="0"/></radialGradient>
<radialGradient id="bulb"><stop stop-color="#ffc252" stop-opacity=".75"/><stop offset="1" stop-color="#ffb23a" stop-opacity="0"/></radialGradient>
${Object.entries(BLOCKS)
  .map(([place, colors]) => gradient(`block${place}`, colors))
  .join('')}
<filter id="soft" x="-30%" y="-30%" width="160%" height="160%"><feGaussianBlur stdDeviation="14"/></filter>
</defs>`;

/** The sky, the floor below the blocks, and the lights. */
function sky({ width, height, stage }: PodiumFrame): string {
  const floor = stage.top + stage.height;
  return `<rect width="${width}" height="${height}" fill="url(#sky)"/>
<ellipse cx="${stage.left + stage.width / 2}" cy="${floor}" rx="${stage.width * 0.8}" ry="${stage.height * 0.6}" fill="url(#dusk)" opacity=".55"/>
<rect y="${floor}" width="${width}" height="${height - floor}" fill="${SKY.top}"/>${lights(width)}`;
}

/** One string of lights across the upper edge. */
function lights(width: number): string {
  const arcs = Math.max(1, Math.round(width / 448));
  const span = width / arcs;
  const sag = (x: number) => 16 + 36 * (1 - ((2 * (x % span)) / span - 1) ** 2);
  const curve = Array.from(
    { length: arcs },
    (_, index) => `Q${(index + 0.5) * span} ${16 + 72} ${(index + 1) * span} 16`,
  ).join('');
  const bulbs = Math.round(width / BULBS_APART);
  const each = Array.from({ length: bulbs }, (_, index) => {
    const x = ((index + 0.5) * width) / bulbs;
    const y = sag(x) + 16;
    return `<circle cx="${x}" cy="${y}" r="40" fill="url(#bulb)"/><ellipse cx="${x}" cy="${y}" rx="10" ry="12" fill="#ffd887"/>`;
  });
  return `<path d="M0 16${curve}" fill="none" stroke="#fdf4e7" stroke-opacity=".35" stroke-width="3"/>${each.join('')}`;
}

/** The event's name and its day, in the middle of their box. */
function head(content: PodiumContent, { head: box }: PodiumFrame, faces: Faces): string {
  const { eventName, day, language } = content;
  const { width, align, sizes, daySize } = box;
  const date = faces.regular.set(day, {
    sizes: [daySize, daySize * 0.85, daySize * 0.7],
    leading: 1.3,
    lines: 1,
    width,
    align,
  });
  const height = box.height - date.height - DAY_GAP;
  const name = faces.display.set(faces.display.drawable(eventName) || day, {
    sizes,
    leading: 1.1,
    width,
    height,
    align,
    isName: true,
    hyphenate: hyphenationIn(language),
  });
  const top = box.top + (height - name.height) / 2;
  const below = { left: box.left, top: top + name.height + DAY_GAP, color: INK.day };
  return outlinesOf(name, { left: box.left, top, color: INK.name }) + outlinesOf(date, below);
}

interface DrawnStep {
  step: PlacedStep;
  told: PodiumContent['steps'][number];
  frame: PodiumFrame;
  faces: Faces;
  numerals: Typesetter;
  guest: string;
}

/** A block with its texts, and the light and the shadow of its print. */
function stepOf({ step, told, frame, faces, numerals, guest }: DrawnStep): string {
  const { block, print, tilt, isLow } = step;
  const { place, on } = told;
  const radius = isLow ? 10 : 12;
  const foot = isLow ? roundBlock(block, radius) : footed(block, radius);
  const middle = { x: print.left + print.width / 2, y: print.top + print.height / 2 };
  const turn = `rotate(${tilt} ${middle.x} ${middle.y})`;
  const glow =
    on && place === 1 && !isLow
      ? `<ellipse cx="${middle.x}" cy="${middle.y}" rx="${print.width * 0.85}" ry="${print.height * 0.72}" fill="url(#glow)"/>`
      : '';
  const shadow = on
    ? `<rect x="${print.left}" y="${print.top + 10}" width="${print.width}" height="${print.height}" transform="${turn}" filter="url(#soft)" opacity=".5"/>`
    : '';
  const texts = isLow
    ? lowTexts({ block, told, faces, numerals, guest })
    : blockTexts({ block, told, faces, numerals, guest, size: frame.numeral });
  return `${glow}${shadow}<path d="${foot}" fill="url(#block${Math.min(place, 3)})"/>${texts}`;
}

/** A block that stands on the floor: its upper corners are round. */
const footed = ({ left, top, width, height }: Box, r: number) =>
  `M${left} ${top + height}v${r - height}a${r} ${r} 0 0 1 ${r} ${-r}h${width - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${height - r}z`;

const roundBlock = ({ left, top, width, height }: Box, r: number) =>
  `M${left + r} ${top}h${width - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${height - 2 * r}a${r} ${r} 0 0 1 ${-r} ${r}h${2 * r - width}a${r} ${r} 0 0 1 ${-r} ${-r}v${2 * r - height}a${r} ${r} 0 0 1 ${r} ${-r}z`;

type Texts = Pick<DrawnStep, 'told' | 'faces' | 'numerals' | 'guest'> & { block: Box };

/** Numeral, name and stars below each other. */
function blockTexts({
  block,
  told,
  faces,
  numerals,
  guest,
  size,
}: Texts & { size: number }): string {
  const { left } = block;
  const column = { width: block.width - 24, align: 'center' } as const;
  const inset = { left: left + 12, color: INK.block };
  const numeral = numerals.set(String(told.place), { ...column, sizes: [size], leading: 1 });
  const top = block.top + 14;
  const drawn = outlinesOf(numeral, { ...inset, top });
  if (!told.on) return drawn;
  const nameTop = top + numeral.height + 2;
  const name = setName(faces, told.on.name, guest, {
    ...column,
    sizes: [44, 38, 32, 28, 24],
    height: 58,
  });
  const starsTop = nameTop + name.height + 4;
  const stars = faces.bold.set(String(told.on.stars), { sizes: [38], leading: 1.2, width: 300 });
  const width = 36 + 6 + (stars.lines[0]?.width ?? 0);
  const start = left + (block.width - width) / 2;
  return (
    drawn +
    outlinesOf(name, { ...inset, top: nameTop }) +
    starAt(start, starsTop + 4, 36) +
    outlinesOf(stars, { left: start + 42, top: starsTop, color: INK.block })
  );
}

/** The numeral at the left, name and stars beside it. */
function lowTexts({ block, told, faces, numerals, guest }: Texts): string {
  const numeral = numerals.set(String(told.place), {
    sizes: [60],
    leading: 1,
    width: 56,
    align: 'center',
  });
  const drawn = outlinesOf(numeral, {
    left: block.left + 6,
    top: block.top + (block.height - numeral.height) / 2,
    color: INK.block,
  });
  if (!told.on) return drawn;
  const left = block.left + 66;
  const width = block.width - 66 - 8;
  const name = setName(faces, told.on.name, guest, { width, sizes: [30, 26, 22, 19], height: 48 });
  const stars = faces.bold.set(String(told.on.stars), { sizes: [28], leading: 1.2, width });
  const top = block.top + (block.height - name.height - stars.height - 2) / 2;
  const below = top + name.height + 2;
  return (
    drawn +
    outlinesOf(name, { left, top, color: INK.block }) +
    starAt(left, below + 3, 27) +
    outlinesOf(stars, { left: left + 32, top: below, color: INK.block })
  );
}

function setName(
  { bold }: Faces,
  name: string,
  guest: string,
  setting: { width: number; sizes: number[]; height: number; align?: 'center' },
) {
  return bold.set(bold.drawable(name) || guest, { ...setting, leading: 1.15, isName: true });
}

const starAt = (left: number, top: number, size: number) =>
  `<path transform="translate(${left} ${top}) scale(${size / 24})" d="${STAR}" fill="${INK.block}"/>`;

/** The product's mark and name. */
function mark({ mark: { x, y } }: PodiumFrame, numerals: Typesetter): string {
  const { icon, text, gap } = MARK_SIZE;
  const name = numerals.set(PRODUCT, { sizes: [text], leading: 1.2, width: 400 });
  const left = x - (icon + gap + (name.lines[0]?.width ?? 0)) / 2;
  const top = y - icon / 2;
  return (
    `<g transform="translate(${left} ${top}) scale(${icon / 32})">${MARK}</g>` +
    outlinesOf(name, { left: left + icon + gap, top: y - name.height / 2, color: INK.name })
  );
}
