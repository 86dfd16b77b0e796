import { Canvas, Ellipse, G, Path, Rect, Svg } from '@react-pdf/renderer';
import { Fragment, type ReactElement } from 'react';
import type { QrDrawing } from '../qr.server';
import type { Block } from './typeset.server';

// What invitations are drawn with: texts, the code, lights on a string, small pictures. Lengths are in
// millimetres here, as a ruler on the paper has them; the PDF counts in points.

/** A millimetre, in points. */
export const MM = 72 / 25.4;
/** A sheet of A4. */
export const SHEET = { width: 210, height: 297 };

/** The look's colours for paper, which is white under any scheme. */
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
const GOLD_EDGE = '#b27c12';
const CREAM = '#fdf4e7';
const BRONZE = '#dc9a6c';
const STRING = '#9a8f80';

/** The light border of a code, in modules; its drawing has it, paper has it anyway. */
const QUIET = 4;

/** A code whose dark squares fill `size` millimetres; around it must stay four modules of white. */
export function Code({ drawing, size }: { drawing: QrDrawing; size: number }): ReactElement {
  const inner = drawing.size - 2 * QUIET;
  return (
    <Svg
      viewBox={`${QUIET} ${QUIET} ${inner} ${inner}`}
      style={{ width: size * MM, height: size * MM }}
    >
      <Path d={drawing.path} fill={INK.code} />
    </Svg>
  );
}

/** A string of lights: how it hangs over its width, and its bulbs. */
interface Hanging {
  width: number;
  /** How far down it is at its ends, and in its middle. */
  ends: number;
  middle: number;
  bulbs: number;
  /** As a multiple of a card's bulbs. */
  size: number;
  /** Which of the bulbs are stars. */
  stars?: number[];
}

/** Lights on strings, flat, each with its outline: black-and-white printers show them, too. */
export function Lights({
  height,
  strings,
}: {
  height: number;
  strings: [Hanging, ...Hanging[]];
}): ReactElement {
  const [{ width }] = strings;
  return (
    <Svg
      viewBox={`0 0 ${width} ${height}`}
      style={{ position: 'absolute', left: 0, top: 0, width: width * MM, height: height * MM }}
    >
      {strings.map((hanging, index) => (
        <LightString key={index} {...hanging} />
      ))}
    </Svg>
  );
}

function LightString({ width, ends, middle, bulbs, size, stars = [] }: Hanging): ReactElement {
  const depthAt = (x: number) => ends + (middle - ends) * (1 - (2 * (x / width) - 1) ** 2);
  // A parabola is one quadratic curve, whose handle is as far below the ends again as its middle.
  const handle = 2 * middle - ends;
  return (
    <G>
      <Path
        d={`M0 ${ends}Q${width / 2} ${handle} ${width} ${ends}`}
        fill="none"
        stroke={STRING}
        strokeWidth={0.28}
      />
      {Array.from({ length: bulbs }, (_, index) => {
        const x = ((index + 0.5) * width) / bulbs;
        const y = depthAt(x);
        return (
          <Fragment key={index}>
            {stars.includes(index) ? <HungStar x={x} y={y} /> : <Bulb x={x} y={y} size={size} />}
          </Fragment>
        );
      })}
    </G>
  );
}

function Bulb({ x, y, size }: { x: number; y: number; size: number }): ReactElement {
  return (
    <G>
      <Path d={`M${x} ${y}v${0.85 * size}`} stroke={INK.name} strokeWidth={0.52 * size} />
      <Ellipse
        cx={x}
        cy={y + 1.9 * size}
        rx={0.9 * size}
        ry={1.14 * size}
        fill={GOLD}
        stroke={GOLD_EDGE}
        strokeWidth={0.16}
      />
    </G>
  );
}

function HungStar({ x, y }: { x: number; y: number }): ReactElement {
  const points = Array.from({ length: 10 }, (_, index) => {
    const radius = index % 2 === 0 ? 8.2 : 3.9;
    const angle = (index * Math.PI) / 5;
    return `${x + radius * Math.sin(angle)} ${y + 11.5 - radius * Math.cos(angle)}`;
  });
  return (
    <G>
      <Path d={`M${x} ${y}v3.5`} stroke={STRING} strokeWidth={0.28} />
      <Path d={`M${points.join('L')}Z`} fill={GOLD} stroke={GOLD_EDGE} strokeWidth={0.2} />
    </G>
  );
}

/** The three things a guest does. */
export const STEP_ICONS = ['scan', 'post', 'star'] as const;

/** One of them as a small picture. */
export function StepIcon({
  name,
  size,
}: {
  name: (typeof STEP_ICONS)[number];
  size: number;
}): ReactElement {
  const line = { fill: 'none', stroke: INK.name, strokeWidth: 1.6 } as const;
  const square = { width: 6, height: 6, rx: 1, ...line };
  return (
    <Svg viewBox="0 0 24 24" style={{ width: size * MM, height: size * MM }}>
      {name === 'scan' && (
        <G>
          <Rect x={4} y={4} {...square} />
          <Rect x={14} y={4} {...square} />
          <Rect x={4} y={14} {...square} />
          <Path d="M14 14h2.5v2.5M20 14v.8M14 20h.8M17.5 20H20v-2.5" {...line} />
        </G>
      )}
      {name === 'post' && (
        <G>
          <Path
            d="M4.5 7.5h3l1.6-2.5h5.8l1.6 2.5h3a1.5 1.5 0 0 1 1.5 1.5v9a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 18V9a1.5 1.5 0 0 1 1.5-1.5z"
            {...line}
          />
          <Ellipse cx={12} cy={13} rx={3.6} ry={3.6} {...line} />
        </G>
      )}
      {name === 'star' && (
        <Path
          d="m12 3.2 2.65 5.45 5.95.85-4.3 4.2 1 5.95L12 16.85l-5.3 2.8 1-5.95-4.3-4.2 5.95-.85z"
          fill={GOLD}
          stroke="#8a5a00"
          strokeWidth={1.6}
        />
      )}
    </Svg>
  );
}

/** The product's mark. */
export function Mark({ size }: { size: number }): ReactElement {
  return (
    <Svg viewBox="0 0 32 32" style={{ width: size * MM, height: size * MM }}>
      <Rect x="11" y="9" width="10" height="20" rx="1.5" fill={GOLD} />
      <Rect
        x="1.5"
        y="16"
        width="8.5"
        height="13"
        rx="1.5"
        fill={CREAM}
        stroke={STRING}
        strokeWidth={0.6}
      />
      <Rect x="22" y="19" width="8.5" height="10" rx="1.5" fill={BRONZE} />
      <Path
        d="m16 11.2 1.35 2.75 3 .45-2.2 2.1.55 3L16 18.05l-2.7 1.45.55-3-2.2-2.1 3-.45z"
        fill={INK.name}
      />
      <Path d="m16 1 .8 2.2 2.2.8-2.2.8L16 7l-.8-2.2L13 4l2.2-.8z" fill={GOLD} />
    </Svg>
  );
}

/** Draws a set text. */
export function Type({ block, color }: { block: Block; color: string }): ReactElement {
  const { lines, size, lineHeight, width, height } = block;
  return (
    <Canvas
      style={{ width, height }}
      paint={(painter: Painter) => {
        painter.fillColor(color);
        lines.forEach(({ pieces }, index) => {
          const baseline = (index + 0.5) * lineHeight + 0.35 * size;
          for (const { font, text, x } of pieces) {
            painter.font(font, font.postscriptName, size);
            // Naming features, even none, makes the writer shape the piece as a whole.
            painter.text(text, x, baseline, {
              lineBreak: false,
              baseline: 'alphabetic',
              features: [],
            });
          }
        });
        return null;
      }}
    />
  );
}

/** The part of react-pdf's painter that texts need. */
interface Painter {
  fillColor(color: string): void;
  font(font: unknown, name: string, size: number): void;
  text(text: string, x: number, y: number, options: object): void;
}
