import { Image, View } from '@react-pdf/renderer';
import type { ReactElement } from 'react';
import { Code, INK, Lights, Mark, MM, SHEET, Type } from './drawings.server';
import { PRODUCT, shown, type SheetProps } from './sheet.server';
import type { Block } from './typeset.server';

// One page of A4 to hang up, in millimetres: a picture or drawn lights, the event, the code with three
// steps beside it, a thin line and the small print.

const PICTURE = { left: 12, top: 12, width: 186, heights: [116, 108, 100, 90, 80, 70, 60] };
/** How far down the lights hang: both strings, or the upper one alone. */
const SKIES = [88, 28];
const SIDE = 18;
const CODE = 65;
const GAP = 12;
/** The code's row, with white below it that scanners need. */
const ROW = CODE + 11;
const FOOT = 25;
const NUMERAL = 12;
const NAME_SIZES = { pictured: [14.5, 12.5, 10.5, 9, 7.5, 6], bare: [19, 16, 13.5, 11, 9, 7.5, 6] };
/** For whatever picture leaves enough room; then for the smallest. */
const TEXT_SIZES = [[4.4], [4.1, 3.8], [3.5, 3.2]];
const LEAST_SIZES = [3, 2.7, 2.4];

/** An invitation's page. */
export function PageSheet(props: SheetProps): ReactElement {
  const { content, faces, hyphenate } = props;
  const { words, picture } = content;
  const width = (SHEET.width - 2 * SIDE) * MM;
  const centred = { width, align: 'center' as const };
  const invited = faces.bold.set(words.invited, {
    ...centred,
    sizes: [4.2, 3.7, 3.2].map((size) => size * MM),
    leading: 1.4,
    height: 4.2 * 1.4 * MM,
  });
  const sizes = picture ? NAME_SIZES.pictured : NAME_SIZES.bare;
  const name = faces.name.set(shown(faces.name, content.eventName, words.scan), {
    ...centred,
    sizes: sizes.map((size) => size * MM),
    leading: 1.12,
    height: (sizes[0] ?? 0) * 1.12 * 2 * MM,
    isName: true,
    hyphenate,
  });
  const dates = faces.bold.set(content.dates, {
    ...centred,
    sizes: [5.4, 4.6, 4].map((size) => size * MM),
    leading: 1.35,
    height: 5.4 * 1.35 * MM,
  });
  const tops = picture ? PICTURE.heights.map((height) => PICTURE.top + height) : SKIES;
  const taken = invited.height + name.height + dates.height + (2 + 3 + 3 + 15) * MM;
  const setText = (top: number, textSizes: number[]) => ({
    top,
    text: faces.regular.set(content.description, {
      sizes: textSizes.map((size) => size * MM),
      leading: 1.5,
      width: 150 * MM,
      height: (SHEET.height - top - ROW - FOOT) * MM - taken,
      align: 'center',
      hyphenate,
    }),
  });
  // A long description takes room from what is above it first, then it gets small.
  const { top, text } =
    firstThat(
      TEXT_SIZES.flatMap((textSizes) => tops.map((one) => () => setText(one, textSizes))),
      (attempt) => !attempt.text.isCut,
    ) ?? setText(tops.at(-1) ?? 0, LEAST_SIZES);

  return (
    <View style={{ height: SHEET.height * MM }}>
      {picture ? (
        <Image
          src={{ data: Buffer.from(picture), format: 'jpg' }}
          style={{
            position: 'absolute',
            left: PICTURE.left * MM,
            top: PICTURE.top * MM,
            width: PICTURE.width * MM,
            height: (top - PICTURE.top) * MM,
            objectFit: 'cover',
          }}
        />
      ) : (
        <Sky isWhole={top === SKIES[0]} />
      )}
      <View style={{ height: top * MM }} />
      <View style={{ flexGrow: 1, alignItems: 'center', justifyContent: 'center' }}>
        <Type block={invited} color={INK.gold} />
        <View style={{ height: 2 * MM }} />
        <Type block={name} color={INK.name} />
        <View style={{ height: 3 * MM }} />
        <Type block={dates} color={INK.text} />
        <View style={{ height: 3 * MM }} />
        <Type block={text} color={INK.soft} />
      </View>
      <View
        style={{
          flexDirection: 'row',
          alignItems: 'center',
          height: CODE * MM,
          marginBottom: (ROW - CODE) * MM,
          paddingLeft: SIDE * MM,
          gap: GAP * MM,
        }}
      >
        <Code drawing={content.qr} size={CODE} />
        <Steps {...props} />
      </View>
      <Foot {...props} />
    </View>
  );
}

function Sky({ isWhole }: { isWhole: boolean }): ReactElement {
  const width = SHEET.width;
  const upper = { width, ends: 3, middle: 19, bulbs: 15, size: 2.1 };
  const lower = { width, ends: 26, middle: 60, bulbs: 11, size: 2.5, stars: [3, 5, 7] };
  return <Lights height={92} strings={isWhole ? [upper, lower] : [upper]} />;
}

/** Scan, post, star: a numeral, a word, a sentence. */
function Steps({ content, faces, hyphenate }: SheetProps): ReactElement {
  const width = (SHEET.width - SIDE - CODE - GAP - SIDE - NUMERAL - 3) * MM;
  const set = (face: 'bold' | 'regular', text: string, size: number, lines: number) =>
    faces[face].set(text, {
      sizes: [size, size * 0.9, size * 0.8].map((one) => one * MM),
      leading: 1.35,
      width,
      height: size * 1.35 * lines * MM,
      align: 'left',
      hyphenate,
    });
  return (
    <View style={{ gap: 5 * MM }}>
      {content.steps.map(({ title, text }, index) => (
        <View key={title} style={{ flexDirection: 'row', alignItems: 'center', gap: 3 * MM }}>
          <Type
            block={faces.numerals.set(String(index + 1), {
              sizes: [10 * MM],
              leading: 1,
              width: NUMERAL * MM,
              height: 10 * MM,
              align: 'center',
            })}
            color={INK.name}
          />
          <View>
            <Type block={set('bold', title, 5, 1)} color={INK.text} />
            <Type block={set('regular', text, 3.9, 2)} color={INK.small} />
          </View>
        </View>
      ))}
    </View>
  );
}

/** What to type without a camera, small: the event's name, the organizer's, the site's address. */
function Foot({ content, faces }: SheetProps): ReactElement {
  const { words } = content;
  const facts = [
    [words.event, shown(faces.bold, content.eventName, words.scan), 54],
    [words.organizer, shown(faces.bold, content.organizerName, words.scan), 44],
    [words.address, content.address, 38],
  ] as const;
  const product = faces.product.set(PRODUCT, {
    sizes: [4 * MM],
    leading: 1.2,
    width: 24 * MM,
    height: 4.8 * MM,
    align: 'left',
  });
  return (
    <View
      style={{
        flexDirection: 'row',
        justifyContent: 'space-between',
        height: FOOT * MM,
        marginHorizontal: SIDE * MM,
        borderTop: `${0.25 * MM}pt solid ${INK.line}`,
        paddingTop: 3 * MM,
      }}
    >
      <View style={{ flexDirection: 'row', alignItems: 'center', height: 6 * MM, gap: 1.6 * MM }}>
        <Mark size={5.5} />
        <Type block={fitted(product)} color={INK.name} />
      </View>
      {facts.map(([label, value, width]) => (
        <View key={label}>
          <Type
            block={faces.regular.set(label, {
              sizes: [2.6, 2.3, 2].map((size) => size * MM),
              leading: 1.3,
              width: width * MM,
              height: 2.6 * 1.3 * MM,
              align: 'left',
            })}
            color={INK.small}
          />
          <Type
            block={faces.bold.set(value, {
              sizes: [3.4, 3, 2.6, 2.3].map((size) => size * MM),
              leading: 1.25,
              width: width * MM,
              height: 11.5 * MM,
              align: 'left',
              isName: true,
            })}
            color={INK.text}
          />
        </View>
      ))}
    </View>
  );
}

/** The first result that will do, or null. */
function firstThat<T>(attempts: (() => T)[], isGood: (result: T) => boolean): T | null {
  for (const attempt of attempts) {
    const result = attempt();
    if (isGood(result)) return result;
  }
  return null;
}

/** As wide as its one line. */
function fitted(block: Block): Block {
  return { ...block, width: block.lines[0]?.width ?? 0 };
}
