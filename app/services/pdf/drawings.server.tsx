import { Canvas, Path, Svg } from '@react-pdf/renderer';
import type { ComponentProps, ReactElement } from 'react';
import type { QrDrawing } from '../qr.server';
import { drawTagged, Marked, type Painter, type Tag } from './tagging.server';
import type { Block, Piece } from './typeset.server';

// The drawing primitives of invitations: texts, the code, light strings, small pictures. Lengths are in
// millimetres on paper; the document converts them to points.

/** The theme's colours for paper, which is always white. */
export const INK = {
  text: '#10282f',
  name: '#0f2f3a',
  soft: '#31464b',
  small: '#4b5a5d',
  gold: '#7a4f00',
  code: '#0a2129',
  line: '#c9bba9',
  cut: '#8a8076',
};
const GOLD = '#f6b73c';
const STRING = '#9a8f80';

/** A path and its style. */
export type Stroke = readonly [d: string, look: Omit<ComponentProps<typeof Path>, 'd'>];

/** A drawing of several paths. */
export function Drawing({
  box,
  size,
  strokes,
  isBehind,
  alt,
}: {
  /** The visible part of the plane: left, top, width, height. */
  box: [left: number, top: number, width: number, height: number];
  /** The drawn size of a square; by default the size of its box. */
  size?: number;
  strokes: Stroke[];
  /** Whether it is drawn behind the rest, starting at the top left. */
  isBehind?: boolean;
  /** Its description; without one it is decoration. */
  alt?: string;
}): ReactElement {
  const [, , width, height] = box;
  const place = { width: size ?? width, height: size ?? height };
  const behind = { position: 'absolute', left: 0, top: 0 } as const;
  return (
    <Marked alt={alt} style={{ ...place, ...(isBehind && behind) }}>
      <Svg viewBox={box.join(' ')} style={place}>
        {strokes.map(([d, look]) => (
          <Path key={d} d={d} fill="none" {...look} />
        ))}
      </Svg>
    </Marked>
  );
}

/** The quiet zone of a code, in modules. The drawing includes it; on paper the white around serves. */
const QUIET = 4;

/** A code whose modules fill `size` millimetres. It needs four modules of white around it. */
export function Code({
  drawing,
  size,
  alt,
}: {
  drawing: QrDrawing;
  size: number;
  alt: string;
}): ReactElement {
  const inner = drawing.size - 2 * QUIET;
  const strokes: Stroke[] = [[drawing.path, { fill: INK.code }]];
  return <Drawing box={[QUIET, QUIET, inner, inner]} size={size} strokes={strokes} alt={alt} />;
}

/** A light string: how it hangs, and its bulbs. */
interface Hanging {
  /** The depth at its ends and in its middle. */
  ends: number;
  middle: number;
  bulbs: number;
  /** As a multiple of a card's bulbs. */
  size: number;
  /** The indexes of bulbs that are stars. */
  stars?: number[];
}

/** Light strings. Each light has an outline, so that black-and-white printers show it, too. */
export function Lights({
  width,
  height,
  strings,
}: {
  width: number;
  height: number;
  strings: Hanging[];
}): ReactElement {
  const strokes = strings.flatMap((hanging) => strokesOf(hanging, width));
  return <Drawing box={[0, 0, width, height]} strokes={strokes} isBehind />;
}

function strokesOf({ ends, middle, bulbs, size, stars = [] }: Hanging, width: number): Stroke[] {
  const places = Array.from({ length: bulbs }, (_, index) => {
    const x = ((index + 0.5) * width) / bulbs;
    const y = ends + (middle - ends) * (1 - (2 * (x / width) - 1) ** 2);
    return { x, y, isStar: stars.includes(index) };
  });
  const ofStars = places.filter(({ isStar }) => isStar);
  const ofBulbs = places.filter(({ isStar }) => !isStar);
  const draw = (some: typeof places, each: (place: (typeof places)[number]) => string) =>
    some.map(each).join('');
  const string = { stroke: STRING, strokeWidth: 0.28 };
  return [
    // A parabola is one quadratic curve, whose control point is twice as far below the ends as its middle.
    [`M0 ${ends}Q${width / 2} ${2 * middle - ends} ${width} ${ends}`, string],
    [draw(ofStars, ({ x, y }) => `M${x} ${y}v3.5`), string],
    [
      draw(ofBulbs, ({ x, y }) => `M${x} ${y}v${0.85 * size}`),
      { stroke: INK.name, strokeWidth: 0.52 * size },
    ],
    [
      draw(ofBulbs, ({ x, y }) => ellipse(x, y + 1.9 * size, 0.9 * size, 1.14 * size)),
      { fill: GOLD, stroke: '#b27c12', strokeWidth: 0.16 },
    ],
    [
      draw(ofStars, ({ x, y }) => star(x, y + 11.5)),
      { fill: GOLD, stroke: '#b27c12', strokeWidth: 0.2 },
    ],
  ];
}

function ellipse(x: number, y: number, rx: number, ry: number): string {
  const half = `a${rx} ${ry} 0 0 1`;
  return `M${x - rx} ${y}${half} ${2 * rx} 0${half} ${-2 * rx} 0z`;
}

function star(x: number, y: number): string {
  const points = Array.from({ length: 10 }, (_, index) => {
    const radius = index % 2 === 0 ? 8.2 : 3.9;
    const angle = (index * Math.PI) / 5;
    return `${x + radius * Math.sin(angle)} ${y - radius * Math.cos(angle)}`;
  });
  return `M${points.join('L')}Z`;
}

/** A rectangle with round corners. */
function card(x: number, y: number, width: number, height: number, r: number): string {
  const corner = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  const [across, down] = [width - 2 * r, height - 2 * r];
  return (
    `M${x + r} ${y}h${across}${corner(r, r)}v${down}${corner(-r, r)}` +
    `h${-across}${corner(-r, -r)}v${-down}${corner(r, -r)}z`
  );
}

const LINE = { stroke: INK.name, strokeWidth: 1.6 };
/** The three steps of a guest as pictures in a square of 24: scan, post, star. */
export const STEP_ICONS: Stroke[][] = [
  [
    [[card(4, 4, 6, 6, 1), card(14, 4, 6, 6, 1), card(4, 14, 6, 6, 1)].join(''), LINE],
    ['M14 14h2.5v2.5M20 14v.8M14 20h.8M17.5 20H20v-2.5', LINE],
  ],
  [
    [
      'M4.5 7.5h3l1.6-2.5h5.8l1.6 2.5h3a1.5 1.5 0 0 1 1.5 1.5v9a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 18V9a1.5 1.5 0 0 1 1.5-1.5z',
      LINE,
    ],
    [ellipse(12, 13, 3.6, 3.6), LINE],
  ],
  [
    [
      'm12 3.2 2.65 5.45 5.95.85-4.3 4.2 1 5.95L12 16.85l-5.3 2.8 1-5.95-4.3-4.2 5.95-.85z',
      { fill: GOLD, stroke: '#8a5a00', strokeWidth: 1.6 },
    ],
  ],
];

/** A mission: the frame of a camera, in a square of 24. */
export const MISSION_ICON: Stroke[] = [
  ['M4 8.5V5.5A1.5 1.5 0 0 1 5.5 4h3M15.5 4h3A1.5 1.5 0 0 1 20 5.5v3', LINE],
  ['M20 15.5v3a1.5 1.5 0 0 1-1.5 1.5h-3M8.5 20h-3A1.5 1.5 0 0 1 4 18.5v-3', LINE],
  [ellipse(12, 12, 2.8, 2.8), LINE],
];

/** The product's logo, in a square of 32. */
export const MARK: Stroke[] = [
  [card(11, 9, 10, 20, 1.5), { fill: GOLD }],
  [card(1.5, 16, 8.5, 13, 1.5), { fill: '#fdf4e7', stroke: STRING, strokeWidth: 0.6 }],
  [card(22, 19, 8.5, 10, 1.5), { fill: '#dc9a6c' }],
  [
    'm16 11.2 1.35 2.75 3 .45-2.2 2.1.55 3L16 18.05l-2.7 1.45.55-3-2.2-2.1 3-.45z',
    { fill: INK.name },
  ],
  ['m16 1 .8 2.2 2.2.8-2.2.8L16 7l-.8-2.2L13 4l2.2-.8z', { fill: GOLD }],
];

/** A typeset text and its colour. */
export interface Inked extends Block {
  color: string;
}

/**
 * Draws a typeset text.
 * @param props.isFitted as wide as its first line instead of its maximum width
 */
export function Type({
  isFitted,
  tag = 'P',
  ...text
}: Inked & { isFitted?: boolean; tag?: Tag }): ReactElement {
  const { lines, size, lineHeight, height, color } = text;
  const width = isFitted ? (lines[0]?.width ?? 0) : text.width;
  return (
    <Canvas
      style={{ width, height }}
      paint={(painter: Painter) => {
        painter.fillColor(color);
        drawTagged(tag, () =>
          lines.forEach(({ pieces }, index) => {
            const baseline = (index + 0.5) * lineHeight + 0.35 * size;
            for (const { font, text, x } of spaced(pieces, index < lines.length - 1)) {
              painter.font(font, font.postscriptName, size);
              // Naming features, even none, makes the writer shape the piece as a whole.
              painter.text(text, x, baseline, {
                lineBreak: false,
                baseline: 'alphabetic',
                features: [],
              });
            }
          }),
        );
        return null;
      }}
    />
  );
}

/** A line's pieces; with a space at the end if a line follows, or readers would run two words into one. */
function spaced(pieces: Piece[], isFollowed: boolean): Piece[] {
  const last = pieces.at(-1);
  const takesSpace = /[\p{Script=Latin}\p{N}\p{P}]$/u.test(last?.text ?? '');
  if (!last || !isFollowed || !takesSpace || last.text.endsWith('-')) return pieces;
  return [...pieces.slice(0, -1), { ...last, text: `${last.text} ` }];
}
