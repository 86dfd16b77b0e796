import { View } from '@react-pdf/renderer';
import type { ReactElement, ReactNode } from 'react';
import {
  Code,
  Drawing,
  INK,
  Lights,
  STEP_ICONS,
  Type,
  type Inked,
  type Stroke,
} from './drawings.server';
import type { SheetProps, Size, TableCard } from './sheet.server';

// Table cards, in millimetres: eight per sheet, four, four tents to fold, or a single one. They fill the paper,
// so that those of a Letter sheet are a little wider and lower than those of A4. Cuts and folds are marked at
// the edge of the sheet only, so that a card that is cut slightly off shows no line.

const EDGE = 7.5;
export const STRINGS = [{ ends: 1.2, middle: 4.4, bulbs: 9, size: 1 }];
/** The margin of a card's code at its sides: four modules of the coarsest code. */
const WHITE = 6.6;
/** A card's code: how far down it starts. It ends above the margin: 48 mm on A4. */
const CODE_TOP = 15.9;
export const PAD = 6;
/** How far down the light strings hang. */
export const LIGHTS_HEIGHT = 9.2;
/** A tall card's code: where it starts, and the height of all that is not code: 56 mm are left on A4. */
const TALL_CODE = { top: 46, others: 85 };

/** One of eight cards of a sheet. */
export const cardOn = ({ width, height }: Size): Size => ({
  width: (width - 2 * EDGE) / 2,
  height: (height - 2 * EDGE) / 4,
});

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
  const card = cardOn(props.sheet);
  return <Sheet sheet={props.sheet} cells={same(8, <Card {...props} card={card} />)} cell={card} />;
}

/** Four cards, twice as tall. */
export function TallCardSheet(props: SheetProps): ReactElement {
  const card = tallOf(cardOn(props.sheet));
  return (
    <Sheet sheet={props.sheet} cells={same(4, <TallCard {...props} card={card} />)} cell={card} />
  );
}

/** Four tents: two cards each, top to top, with a fold between them. */
export function TentSheet(props: SheetProps): ReactElement {
  const card = cardOn(props.sheet);
  const tent = (
    <>
      <View style={{ transform: 'rotate(180deg)', ...card }}>
        <Card {...props} card={card} />
      </View>
      <Card {...props} card={card} />
    </>
  );
  return <Sheet sheet={props.sheet} cells={same(4, tent)} cell={tallOf(card)} isFolded />;
}

/** Cards of up to eight tables, each with its own code (rule `tables.cards`). */
export function TableCardSheet({
  tables,
  ...props
}: SheetProps & { tables: readonly TableCard[] }): ReactElement {
  const card = cardOn(props.sheet);
  const cells = tables.map((table) => <Card {...ofTable(props, table)} card={card} />);
  return <Sheet sheet={props.sheet} cells={cells} cell={card} />;
}

/** The card of one table, which fills the paper. */
export function SingleTableSheet({
  table,
  ...props
}: SheetProps & { table: TableCard }): ReactElement {
  return <TallCard {...ofTable(props, table)} card={props.sheet} />;
}

/** The table takes the place of the event, whose name is printed small above it. */
function ofTable(props: SheetProps, { label, qr }: TableCard): SheetProps & { above: string } {
  const { content } = props;
  return { ...props, content: { ...content, eventName: label, qr }, above: content.eventName };
}

const same = (count: number, cell: ReactNode) => Array.from({ length: count }, () => cell);

/** One card that fills the paper. */
export function SingleCardSheet(props: SheetProps): ReactElement {
  return <TallCard {...props} card={props.sheet} />;
}

/** Two cards, one above the other. */
export const tallOf = ({ width, height }: Size): Size => ({ width, height: 2 * height });

interface SheetShape {
  sheet: Size;
  cells: readonly ReactNode[];
  cell: Size;
  isFolded?: boolean;
}

/** The cells of a sheet, side by side, with marks for cutting them apart. */
export function Sheet({ sheet, cells, cell, isFolded }: SheetShape): ReactElement {
  return (
    <View style={{ ...sheet, padding: EDGE, flexDirection: 'row', flexWrap: 'wrap' }}>
      <Ticks sheet={sheet} height={cell.height} isFolded={isFolded} />
      {cells.map((content, index) => (
        <View key={index} style={cell}>
          {content}
        </View>
      ))}
    </View>
  );
}

/** Marks for cuts, and dashed ones for folds. */
function Ticks({
  sheet: { width: right, height: bottom },
  height,
  isFolded,
}: Pick<SheetShape, 'sheet' | 'isFolded'> & { height: number }): ReactElement {
  const down = (x: number, length: number) => `M${x} 0V${length}M${x} ${bottom - length}V${bottom}`;
  const across = (y: number) => `M0 ${y}H${EDGE - 1.5}M${right - EDGE + 1.5} ${y}H${right}`;
  const rows = Math.round((bottom - 2 * EDGE) / height);
  const cuts = Array.from({ length: rows + 1 }, (_, row) => across(EDGE + row * height));
  const folds = Array.from({ length: rows }, (_, row) => across(EDGE + (row + 0.5) * height));
  const columns = [down(EDGE, 4), down(right / 2, EDGE - 0.5), down(right - EDGE, 4)];
  const line = { stroke: INK.cut, strokeWidth: 0.2 };
  const cut: Stroke = [[...cuts, ...columns].join(''), line];
  const fold: Stroke = [folds.join(''), { ...line, strokeDasharray: '1 0.8' }];
  return <Drawing box={[0, 0, right, bottom]} strokes={isFolded ? [cut, fold] : [cut]} isBehind />;
}

/** `above` is a small line over the name. */
type CardProps = SheetProps & { card: Size; above?: string };

/** The event and three steps on the left, the code on the right. */
function Card({ card, above, ...props }: CardProps): ReactElement {
  const { content, set } = props;
  const code = card.height - CODE_TOP - WHITE;
  const width = card.width - PAD - code - 2 * WHITE;
  const steps = stepsOf(props, { size: 3.5, width: width - 6.8 });
  const address = addressOf(props, { size: 2.6, width });
  const over = above === undefined ? null : set(above, { ...DAY, width });
  const height = code - (3 * 5 + 2 * 1.6) - 4 - address.height - (over?.height ?? 0);
  const name = set(content.eventName, { ...NAME, width, height, sizes: [6.3, 5, 4.2] });
  const part = { position: 'absolute', top: CODE_TOP, height: code } as const;
  return (
    <View style={card}>
      <Lights width={card.width} height={LIGHTS_HEIGHT} strings={STRINGS} />
      <View style={{ ...part, left: PAD, justifyContent: 'space-between' }}>
        <View>
          {over && <Type {...over} />}
          <Type {...name} />
        </View>
        <StepList steps={steps} icon={5} gap={1.6} />
        <Type {...address} />
      </View>
      <View style={{ ...part, right: WHITE }}>
        <Code drawing={content.qr} size={code} alt={content.words.code} />
      </View>
    </View>
  );
}

/** The event and its day at the top, the code in the middle, three steps below. */
function TallCard({ card, above, ...props }: CardProps): ReactElement {
  const { content, set } = props;
  const code = card.height - TALL_CODE.others;
  const below = TALL_CODE.top + code;
  const centred = { width: card.width - 2 * PAD, align: 'center' } as const;
  const sizes = [9, 7.5, 6, 5];
  const name = set(content.eventName, { ...NAME, ...centred, sizes, height: 24 });
  const steps = stepsOf(props, { size: 4.2, width: centred.width - 8 });
  const day = set(above ?? content.day, { ...DAY, ...centred });
  const address = addressOf(props, { ...centred, size: 2.8 });
  const part = { position: 'absolute', width: card.width, alignItems: 'center' } as const;
  return (
    <View style={card}>
      <Lights width={card.width} height={LIGHTS_HEIGHT} strings={STRINGS} />
      <View style={{ ...part, top: 10.5, height: 30, justifyContent: 'center' }}>
        <Type {...name} />
        <View style={{ height: 1 }} />
        <Type {...day} />
      </View>
      <View style={{ ...part, top: TALL_CODE.top }}>
        <Code drawing={content.qr} size={code} alt={content.words.code} />
      </View>
      <View style={{ ...part, top: below + 7.5 }}>
        <StepList steps={steps} icon={5.6} gap={1.4} />
      </View>
      <View style={{ ...part, top: below + 30.5 }}>
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
