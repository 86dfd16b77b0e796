import { Image, View } from '@react-pdf/renderer';
import type { ReactElement } from 'react';
import { Code, Drawing, INK, Lights, MARK, Type } from './drawings.server';
import { Marked } from './tagging.server';
import { PRODUCT, type SheetProps, type Size } from './sheet.server';

// A page to hang up, in millimetres: a picture or drawn lights, the event, the code with three steps
// beside it, a thin line and the small print.

const PICTURE = { left: 12, top: 12, bottoms: [128, 120, 112, 102, 92, 82, 72] };
/** How far down the light strings hang: both, or only the upper one. */
const SKIES = [88, 28];
const UPPER = { ends: 3, middle: 19, bulbs: 15, size: 2.1 };
/** Every second bulb around the middle is a star, so that up to six fit. */
const LOWER = { ends: 26, middle: 60, bulbs: 11, size: 2.5 };
const starsOnLower = (count: number) =>
  Array.from({ length: count }, (_, index) => (LOWER.bulbs + 1) / 2 - count + 2 * index);
const SIDE = 18;
const CODE = 65;
const GAP = 12;
/** The height of the code's row, with the white below it that scanners need. */
const ROW = CODE + 11;
const FOOT = 25;
const NUMERAL = 12;
/** The white space between, above and below the event's texts. */
const WHITE = 2 + 3 + 3 + 15;

const INVITED = { face: 'bold', color: INK.gold, sizes: [4.2, 3.7, 3.2], leading: 1.4 } as const;
const NAME = {
  face: 'name',
  color: INK.name,
  leading: 1.12,
  isName: true,
  isParted: true,
} as const;
const NAME_SIZES = { pictured: [14.5, 12.5, 10.5, 9, 7.5, 6], bare: [19, 16, 13.5, 11, 9, 7.5, 6] };
const DAY = { face: 'bold', color: INK.text, sizes: [5.4, 4.6, 4], leading: 1.35 } as const;
const TEXT = { face: 'regular', color: INK.soft, leading: 1.5, isParted: true } as const;
/** The sizes to try with every picture height, then those for the smallest picture. */
const TEXT_SIZES = [[4.4], [4.1, 3.8], [3.5, 3.2]];
const LEAST_SIZES = [3, 2.7, 2.4];

/** An invitation's page. */
export function PageSheet({ content, sheet, set }: SheetProps): ReactElement {
  const { words, picture } = content;
  const centred = { width: sheet.width - 2 * SIDE, align: 'center' } as const;
  const sizes = picture ? NAME_SIZES.pictured : NAME_SIZES.bare;
  const invited = set(words.invited, { ...centred, ...INVITED });
  const name = set(content.eventName, { ...centred, ...NAME, sizes, lines: 2 });
  const day = set(content.day, { ...centred, ...DAY });
  const event = invited.height + name.height + day.height;
  const room = sheet.height - ROW - FOOT - WHITE - event;
  const setText = (top: number, textSizes: number[]) => {
    const style = { ...centred, ...TEXT, width: 150, height: room - top, sizes: textSizes };
    return { top, text: set(content.description, style) };
  };
  // A long description first reduces the picture or lights above it, then its own size.
  const tops = picture ? PICTURE.bottoms : SKIES;
  const least = Math.min(...tops);
  const attempts = TEXT_SIZES.flatMap((some) => tops.map((one) => () => setText(one, some)));
  const { top, text } =
    firstAcceptable(attempts, (attempt) => !attempt.text.isCut) ?? setText(least, LEAST_SIZES);
  return (
    <View style={{ height: sheet.height }}>
      {picture ? (
        <Marked>
          <Image
            src={{ data: Buffer.from(picture), format: 'jpg' }}
            style={{
              position: 'absolute',
              left: PICTURE.left,
              top: PICTURE.top,
              width: sheet.width - 2 * PICTURE.left,
              height: top - PICTURE.top,
              objectFit: 'cover',
            }}
          />
        </Marked>
      ) : (
        <Lights
          height={92}
          width={sheet.width}
          strings={
            top === least ? [UPPER] : [UPPER, { ...LOWER, stars: starsOnLower(content.stars) }]
          }
        />
      )}
      <View style={{ height: top }} />
      <View style={{ flexGrow: 1, alignItems: 'center', justifyContent: 'center' }}>
        <Type {...invited} />
        <View style={{ height: 2 }} />
        <Type {...name} tag="H1" />
        <View style={{ height: 3 }} />
        <Type {...day} />
        <View style={{ height: 3 }} />
        <Type {...text} />
      </View>
      <View
        style={{
          flexDirection: 'row',
          alignItems: 'center',
          height: CODE,
          marginBottom: ROW - CODE,
          paddingLeft: SIDE,
          gap: GAP,
        }}
      >
        <Code drawing={content.qr} size={CODE} alt={words.code} />
        <Steps content={content} sheet={sheet} set={set} />
      </View>
      <Foot content={content} sheet={sheet} set={set} />
    </View>
  );
}

const stepIn = ({ width }: Size) => ({
  width: width - SIDE - CODE - GAP - SIDE - NUMERAL - 3,
  leading: 1.35,
});
const DIGIT = { face: 'own', color: INK.name, sizes: [10], leading: 1, align: 'center' } as const;
const TITLE = { face: 'bold', color: INK.text, sizes: [5, 4.5, 4], isParted: true } as const;
const SENTENCE = {
  face: 'regular',
  color: INK.small,
  sizes: [3.9, 3.51, 3.12],
  isParted: true,
} as const;

/** Scan, post, star: a numeral, a word, a sentence. */
function Steps({ content, sheet, set }: SheetProps): ReactElement {
  const step = stepIn(sheet);
  return (
    <View style={{ gap: 5 }}>
      {content.steps.map(({ title, text }, index) => (
        <View key={title} style={{ flexDirection: 'row', alignItems: 'center', gap: 3 }}>
          <Type {...set(String(index + 1), { ...DIGIT, width: NUMERAL })} />
          <View>
            <Type {...set(title, { ...step, ...TITLE })} />
            <Type {...set(text, { ...step, ...SENTENCE, lines: 2 })} />
          </View>
        </View>
      ))}
    </View>
  );
}

const BRAND = { face: 'own', color: INK.name, sizes: [4], leading: 1.2, width: 24 } as const;
const LABEL = { face: 'regular', color: INK.small, sizes: [2.6, 2.3, 2], leading: 1.3 } as const;
const VALUE = { face: 'bold', color: INK.text, sizes: [3.4, 3, 2.6, 2.3], leading: 1.25 } as const;

/** The small print for typing without a camera: the event's name, the organizer's, the site's address. */
function Foot({ content, set }: SheetProps): ReactElement {
  const { words, eventName, organizerName, address } = content;
  const facts = [
    [words.event, eventName, 54],
    [words.organizer, organizerName, 44],
    [words.address, address, 38],
  ] as const;
  return (
    <View
      style={{
        flexDirection: 'row',
        justifyContent: 'space-between',
        height: FOOT,
        marginHorizontal: SIDE,
        borderTop: `0.25 solid ${INK.line}`,
        paddingTop: 3,
      }}
    >
      <View style={{ flexDirection: 'row', alignItems: 'center', height: 6, gap: 1.6 }}>
        <Drawing box={[0, 0, 32, 32]} size={5.5} strokes={MARK} />
        <Type {...set(PRODUCT, BRAND)} isFitted />
      </View>
      {facts.map(([label, value, width]) => (
        <View key={label}>
          <Type {...set(label, { ...LABEL, width })} />
          <Type {...set(value, { ...VALUE, width, height: 11.5, isName: true })} />
        </View>
      ))}
    </View>
  );
}

/** The first acceptable result, or null. */
function firstAcceptable<T>(attempts: (() => T)[], isGood: (result: T) => boolean): T | null {
  for (const attempt of attempts) {
    const result = attempt();
    if (isGood(result)) return result;
  }
  return null;
}
