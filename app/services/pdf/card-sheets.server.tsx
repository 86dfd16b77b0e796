import { Path, Svg, View } from '@react-pdf/renderer';
import type { ReactElement, ReactNode } from 'react';
import { Code, INK, Lights, MM, SHEET, STEP_ICONS, StepIcon, Type } from './drawings.server';
import { shown, type SheetProps } from './sheet.server';
import type { Block, Setting } from './typeset.server';

// Table cards, in millimetres: eight to a sheet, four, or four tents to fold. Cuts and folds are ticked at
// the edge of the sheet alone, so that no line is left on a card that was cut a little beside it.

const EDGE = 7.5;
const CARD = { width: 97.5, height: 70.5 };
const TALL = { width: CARD.width, height: 2 * CARD.height };
const STRING = { ends: 1.2, middle: 4.4, bulbs: 9, size: 1 };
/** A card's code, and the white on its sides: four modules of the coarsest code there is. */
const CODE = { size: 48, top: 15.9, white: 6.6 };
const PAD = 6;
const TALL_CODE = { size: 56, top: 46 };

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

/** Four tents: two cards each, head to head, with a fold between them. */
export function TentSheet(props: SheetProps): ReactElement {
  return (
    <Sheet cells={4} height={TALL.height} isFolded>
      <View style={{ transform: 'rotate(180deg)', ...inPoints(CARD) }}>
        <Card {...props} />
      </View>
      <Card {...props} />
    </Sheet>
  );
}

function Sheet({
  cells,
  height,
  isFolded = false,
  children,
}: {
  cells: number;
  height: number;
  isFolded?: boolean;
  children: ReactNode;
}): ReactElement {
  return (
    <View style={inPoints(SHEET)}>
      <Ticks height={height} isFolded={isFolded} />
      <View
        style={{
          position: 'absolute',
          left: EDGE * MM,
          top: EDGE * MM,
          width: 2 * CARD.width * MM,
          flexDirection: 'row',
          flexWrap: 'wrap',
        }}
      >
        {Array.from({ length: cells }, (_, cell) => (
          <View key={cell} style={inPoints({ width: CARD.width, height })}>
            {children}
          </View>
        ))}
      </View>
    </View>
  );
}

/** Where to cut; dashed, where to fold. */
function Ticks({ height, isFolded }: { height: number; isFolded: boolean }): ReactElement {
  const { width: right, height: bottom } = SHEET;
  const down = (x: number, length: number) => `M${x} 0V${length}M${x} ${bottom - length}V${bottom}`;
  const across = (y: number) => `M0 ${y}H${EDGE - 1.5}M${right - EDGE + 1.5} ${y}H${right}`;
  const rows = (bottom - 2 * EDGE) / height;
  const cuts = Array.from({ length: rows + 1 }, (_, row) => across(EDGE + row * height));
  const folds = Array.from({ length: rows }, (_, row) => across(EDGE + (row + 0.5) * height));
  const line = { fill: 'none', stroke: INK.cut, strokeWidth: 0.2 } as const;
  return (
    <Svg
      viewBox={`0 0 ${right} ${bottom}`}
      style={{ position: 'absolute', left: 0, top: 0, ...inPoints(SHEET) }}
    >
      <Path
        d={[...cuts, down(EDGE, 4), down(right / 2, EDGE - 0.5), down(right - EDGE, 4)].join('')}
        {...line}
      />
      {isFolded && <Path d={folds.join('')} {...line} strokeDasharray="1 0.8" />}
    </Svg>
  );
}

/** The event and three steps on the left, the code on the right. */
function Card({ content, faces, hyphenate }: SheetProps): ReactElement {
  const width = CARD.width - PAD - CODE.size - 2 * CODE.white;
  const left = { width: width * MM, align: 'left' as const };
  const steps = stepsOf({ content, faces, hyphenate }, { size: 3.5, width: width - 6.8 });
  const address = setAddress({ content, faces, hyphenate }, { ...left, size: 2.6 });
  const stepsHeight = 3 * 5 + 2 * 1.6;
  const name = faces.name.set(shown(faces.name, content.eventName, content.words.scan), {
    ...left,
    sizes: [6.3, 5, 4.2].map((size) => size * MM),
    leading: 1.1,
    height: (CODE.size - stepsHeight - 4) * MM - address.height,
    most: 4,
    isName: true,
    hyphenate,
  });
  return (
    <View style={inPoints(CARD)}>
      <Lights height={9.2} strings={[{ width: CARD.width, ...STRING }]} />
      <View
        style={{
          position: 'absolute',
          left: PAD * MM,
          top: CODE.top * MM,
          height: CODE.size * MM,
          justifyContent: 'space-between',
        }}
      >
        <Type block={name} color={INK.name} />
        <StepList steps={steps} icon={5} gap={1.6} />
        <Type block={address} color={INK.small} />
      </View>
      <View
        style={{
          position: 'absolute',
          left: (CARD.width - CODE.white - CODE.size) * MM,
          top: CODE.top * MM,
        }}
      >
        <Code drawing={content.qr} size={CODE.size} />
      </View>
    </View>
  );
}

/** The event above, the code in the middle, three steps below. */
function TallCard({ content, faces, hyphenate }: SheetProps): ReactElement {
  const width = TALL.width - 2 * PAD;
  const centred = { width: width * MM, align: 'center' as const };
  const name = faces.name.set(shown(faces.name, content.eventName, content.words.scan), {
    ...centred,
    sizes: [9, 7.5, 6, 5].map((size) => size * MM),
    leading: 1.1,
    height: 26 * MM,
    most: 4,
    isName: true,
    hyphenate,
  });
  const steps = stepsOf({ content, faces, hyphenate }, { size: 4.2, width: width - 8 });
  const address = setAddress({ content, faces, hyphenate }, { ...centred, size: 2.8 });
  const part = {
    position: 'absolute',
    left: 0,
    width: TALL.width * MM,
    alignItems: 'center',
  } as const;
  return (
    <View style={inPoints(TALL)}>
      <Lights height={9.2} strings={[{ width: TALL.width, ...STRING }]} />
      <View style={{ ...part, top: 10.5 * MM, height: 28 * MM, justifyContent: 'center' }}>
        <Type block={name} color={INK.name} />
      </View>
      <View style={{ ...part, top: TALL_CODE.top * MM }}>
        <Code drawing={content.qr} size={TALL_CODE.size} />
      </View>
      <View style={{ ...part, top: 109.5 * MM }}>
        <StepList steps={steps} icon={5.6} gap={1.4} />
      </View>
      <View style={{ ...part, top: 132.5 * MM }}>
        <Type block={address} color={INK.small} />
      </View>
    </View>
  );
}

/** The three steps, all in the size that the longest needs. */
function stepsOf(
  { content, faces }: SheetProps,
  { size, width }: { size: number; width: number },
): Block[] {
  const setting = (sizes: number[]): Setting => ({
    sizes: sizes.map((one) => one * MM),
    leading: 1.2,
    width: width * MM,
    height: size * 1.2 * MM,
    align: 'left',
  });
  const set = (sizes: number[]) =>
    content.steps.map(({ short }) => faces.bold.set(short, setting(sizes)));
  const sizes = [1, 0.94, 0.88, 0.82, 0.76, 0.7].map((factor) => size * factor);
  const least = Math.min(...set(sizes).map((block) => block.size)) / MM;
  return set([least]).map((block) => ({ ...block, width: block.lines[0]?.width ?? 0 }));
}

function StepList({
  steps,
  icon,
  gap,
}: {
  steps: Block[];
  icon: number;
  gap: number;
}): ReactElement {
  return (
    <View style={{ gap: gap * MM }}>
      {STEP_ICONS.map((name, index) => {
        const block = steps[index];
        return (
          <View
            key={name}
            style={{ flexDirection: 'row', alignItems: 'center', height: icon * MM, gap: 1.8 * MM }}
          >
            <StepIcon name={name} size={icon} />
            {block && <Type block={block} color={INK.text} />}
          </View>
        );
      })}
    </View>
  );
}

/** The event's address: on one line, or parted behind the site's. */
function setAddress(
  { content, faces }: SheetProps,
  { size, ...setting }: { size: number; width: number; align: 'left' | 'center' },
): Block {
  const set = (text: string, lines: number) =>
    faces.regular.set(text, {
      ...setting,
      sizes: [size, size * 0.88, size * 0.76].map((one) => one * MM),
      leading: 1.25,
      height: size * 1.25 * lines * MM,
    });
  const whole = set(content.shortAddress, 1);
  return whole.isCut ? set(content.shortAddress.replace('/', '/\n'), 2) : whole;
}

function inPoints({ width, height }: { width: number; height: number }) {
  return { width: width * MM, height: height * MM };
}
