import { View } from '@react-pdf/renderer';
import type { ReactElement, ReactNode } from 'react';
import {
  Code,
  Drawing,
  INK,
  Lights,
  SHEET,
  STEP_ICONS,
  Type,
  type Inked,
  type Stroke,
} from './drawings.server';
import type { SheetProps } from './sheet.server';

// Table cards, in millimetres: eight per sheet, four, or four tents to fold. Cuts and folds are marked at the
// edge of the sheet only, so that a card that is cut slightly off shows no line.

const EDGE = 7.5;
const CARD = { width: 97.5, height: 70.5 };
const TALL = { width: CARD.width, height: 2 * CARD.height };
const STRINGS = [{ width: CARD.width, ends: 1.2, middle: 4.4, bulbs: 9, size: 1 }];
/** A card's code, and the margin at its sides: four modules of the coarsest code. */
const CODE = { size: 48, top: 15.9, white: 6.6 };
const PAD = 6;
const TALL_CODE = { size: 56, top: 46 };

const NAME = {
  face: 'name',
  color: INK.name,
  leading: 1.1,
  most: 4,
  isName: true,
  isParted: true,
} as const;
const STEP = { face: 'bold', color: INK.text, leading: 1.2 } as const;
const DAY = { face: 'bold', color: INK.text, leading: 1.2, sizes: [3.4, 3, 2.6] } as const;
const ADDRESS = { face: 'regular', color: INK.small, leading: 1.25 } as const;

/** Eight cards. */
export function CardSheet(props: SheetProps): ReactElement {
  return (
    <Sheet cells={8} height={CARD.height}>
      <Card {...props} />
    </Sheet>
  );
}

/** Four cards, twice as tall. */
export function TallCardSheet(props: SheetProps): ReactElement {
  return (
    <Sheet cells={4} height={TALL.height}>
      <TallCard {...props} />
    </Sheet>
  );
}

/** Four tents: two cards each, top to top, with a fold between them. */
export function TentSheet(props: SheetProps): ReactElement {
  return (
    <Sheet cells={4} height={TALL.height} isFolded>
      <View style={{ transform: 'rotate(180deg)', ...CARD }}>
        <Card {...props} />
      </View>
      <Card {...props} />
    </Sheet>
  );
}

interface SheetShape {
  cells: number;
  height: number;
  isFolded?: boolean;
  children: ReactNode;
}

function Sheet({ cells, height, isFolded, children }: SheetShape): ReactElement {
  return (
    <View style={{ ...SHEET, padding: EDGE, flexDirection: 'row', flexWrap: 'wrap' }}>
      <Ticks height={height} isFolded={isFolded} />
      {Array.from({ length: cells }, (_, cell) => (
        <View key={cell} style={{ width: CARD.width, height }}>
          {children}
        </View>
      ))}
    </View>
  );
}

/** Marks for cuts, and dashed ones for folds. */
function Ticks({ height, isFolded }: Omit<SheetShape, 'cells' | 'children'>): ReactElement {
  const { width: right, height: bottom } = SHEET;
  const down = (x: number, length: number) => `M${x} 0V${length}M${x} ${bottom - length}V${bottom}`;
  const across = (y: number) => `M0 ${y}H${EDGE - 1.5}M${right - EDGE + 1.5} ${y}H${right}`;
  const rows = (bottom - 2 * EDGE) / height;
  const cuts = Array.from({ length: rows + 1 }, (_, row) => across(EDGE + row * height));
  const folds = Array.from({ length: rows }, (_, row) => across(EDGE + (row + 0.5) * height));
  const columns = [down(EDGE, 4), down(right / 2, EDGE - 0.5), down(right - EDGE, 4)];
  const line = { stroke: INK.cut, strokeWidth: 0.2 };
  const cut: Stroke = [[...cuts, ...columns].join(''), line];
  const fold: Stroke = [folds.join(''), { ...line, strokeDasharray: '1 0.8' }];
  return <Drawing box={[0, 0, right, bottom]} strokes={isFolded ? [cut, fold] : [cut]} isBehind />;
}

/** The event and three steps on the left, the code on the right. */
function Card({ content, set }: SheetProps): ReactElement {
  const width = CARD.width - PAD - CODE.size - 2 * CODE.white;
  const steps = stepsOf({ content, set }, { size: 3.5, width: width - 6.8 });
  const address = addressOf({ content, set }, { size: 2.6, width });
  const height = CODE.size - (3 * 5 + 2 * 1.6) - 4 - address.height;
  const name = set(content.eventName, { ...NAME, width, height, sizes: [6.3, 5, 4.2] });
  const part = { position: 'absolute', top: CODE.top, height: CODE.size } as const;
  return (
    <View style={CARD}>
      <Lights height={9.2} strings={STRINGS} />
      <View style={{ ...part, left: PAD, justifyContent: 'space-between' }}>
        <Type {...name} />
        <StepList steps={steps} icon={5} gap={1.6} />
        <Type {...address} />
      </View>
      <View style={{ ...part, right: CODE.white }}>
        <Code drawing={content.qr} size={CODE.size} />
      </View>
    </View>
  );
}

/** The event and its day at the top, the code in the middle, three steps below. */
function TallCard({ content, set }: SheetProps): ReactElement {
  const centred = { width: TALL.width - 2 * PAD, align: 'center' } as const;
  const sizes = [9, 7.5, 6, 5];
  const name = set(content.eventName, { ...NAME, ...centred, sizes, height: 24 });
  const steps = stepsOf({ content, set }, { size: 4.2, width: centred.width - 8 });
  const day = set(content.day, { ...DAY, ...centred });
  const address = addressOf({ content, set }, { ...centred, size: 2.8 });
  const part = { position: 'absolute', width: TALL.width, alignItems: 'center' } as const;
  return (
    <View style={TALL}>
      <Lights height={9.2} strings={STRINGS} />
      <View style={{ ...part, top: 10.5, height: 30, justifyContent: 'center' }}>
        <Type {...name} />
        <View style={{ height: 1 }} />
        <Type {...day} />
      </View>
      <View style={{ ...part, top: TALL_CODE.top }}>
        <Code drawing={content.qr} size={TALL_CODE.size} />
      </View>
      <View style={{ ...part, top: 109.5 }}>
        <StepList steps={steps} icon={5.6} gap={1.4} />
      </View>
      <View style={{ ...part, top: 132.5 }}>
        <Type {...address} />
      </View>
    </View>
  );
}

/** The three steps, all in the size that the longest one needs. */
function stepsOf(
  { content, set }: SheetProps,
  { size, width }: { size: number; width: number },
): Inked[] {
  const setAll = (sizes: number[]) =>
    content.steps.map(({ short }) => set(short, { ...STEP, width, sizes, height: size * 1.2 }));
  const sizes = [1, 0.94, 0.88, 0.82, 0.76, 0.7].map((factor) => size * factor);
  return setAll([Math.min(...setAll(sizes).map((block) => block.size))]);
}

interface Listed {
  steps: Inked[];
  icon: number;
  gap: number;
}

function StepList({ steps, icon, gap }: Listed): ReactElement {
  const row = { flexDirection: 'row', alignItems: 'center', height: icon, gap: 1.8 } as const;
  return (
    <View style={{ gap }}>
      {steps.map((step, index) => (
        <View key={index} style={row}>
          <Drawing box={[0, 0, 24, 24]} size={icon} strokes={STEP_ICONS[index] ?? []} />
          <Type {...step} isFitted />
        </View>
      ))}
    </View>
  );
}

/** The event's address on one line, or broken after the site's. */
function addressOf(
  { content: { shortAddress }, set }: SheetProps,
  { size, ...place }: { size: number; width: number; align?: 'center' },
): Inked {
  const style = { ...ADDRESS, ...place, sizes: [size, size * 0.88, size * 0.76] };
  const whole = set(shortAddress, style);
  return whole.isCut ? set(shortAddress.replace('/', '/\n'), { ...style, lines: 2 }) : whole;
}
