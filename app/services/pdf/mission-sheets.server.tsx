import { View } from '@react-pdf/renderer';
import type { ReactElement } from 'react';
import { cardOn, LIGHTS_HEIGHT, PAD, Sheet, STRINGS, tallOf } from './card-sheets.server';
import { Code, Drawing, INK, Lights, MISSION_ICON, Type, type Inked } from './drawings.server';
import type { MissionCard, MissionPrint, SheetProps, Size, Style } from './sheet.server';

// Mission cards, in millimetres, on the grid of table cards: each has a mission of its own, and a code that opens it
// (rule `missions.printed`).

/** A card's code with the white beside it: at least four modules of the coarsest code. */
const CODE = 36;
const WHITE = 5;
/** Where a card's text starts, and how far above its lower edge it ends. */
const TOP = 17.5;
const BELOW = 8.5;
/** The code of a card that fills A6. */
const TALL = { code: 56, top: 66 };

const LABEL = { face: 'bold', color: INK.text, leading: 1.2, sizes: [3.3, 2.9, 2.5] } as const;
const HOW = { face: 'regular', color: INK.small, leading: 1.3, sizes: [2.9, 2.6, 2.3] } as const;
const MISSION = { face: 'name', color: INK.name, leading: 1.12, isName: true } as const;
const SIZES = [7, 6.3, 5.6, 5];
/** For a mission that does not fit otherwise. */
const SMALL = [4.4, 3.8];
const ICON = 4;

type MissionProps = SheetProps & { print: MissionPrint; cards: readonly MissionCard[] };

/** Up to eight missions, a card for each. */
export function MissionCardSheet({ cards, ...props }: MissionProps): ReactElement {
  const size = cardOn(props.sheet);
  const cells = cards.map((card) => <Card {...props} card={card} size={size} />);
  return <Sheet sheet={props.sheet} cells={cells} cell={size} />;
}

/** Up to four missions, a tent for each: both sides say the same. */
export function MissionTentSheet({ cards, ...props }: MissionProps): ReactElement {
  const size = cardOn(props.sheet);
  const cells = cards.map((card) => (
    <>
      <View style={{ transform: 'rotate(180deg)', ...size }}>
        <Card {...props} card={card} size={size} />
      </View>
      <Card {...props} card={card} size={size} />
    </>
  ));
  return <Sheet sheet={props.sheet} cells={cells} cell={tallOf(size)} isFolded />;
}

interface CardProps extends Omit<MissionProps, 'cards'> {
  card: MissionCard;
  size: Size;
}

/** The mission on the left, the code on the right. */
function Card({ print, card, size, set }: CardProps): ReactElement {
  const width = size.width - PAD - CODE - 2 * WHITE;
  const height = size.height - TOP - BELOW;
  const label = set(print.label, { ...LABEL, width: width - ICON - 1.6 });
  const how = set(print.how, { ...HOW, width, height: 3 * 2.9 * 1.3 });
  const room = height - ICON - how.height - 2 * 2;
  const mission = missionOf(card, set, { width, height: room, sizes: SIZES });
  return (
    <View style={size}>
      <Lights width={size.width} height={LIGHTS_HEIGHT} strings={STRINGS} />
      <View
        style={{
          position: 'absolute',
          top: TOP,
          left: PAD,
          height,
          justifyContent: 'space-between',
        }}
      >
        <View style={{ flexDirection: 'row', alignItems: 'center', height: ICON, gap: 1.6 }}>
          <Drawing box={[0, 0, 24, 24]} size={ICON} strokes={MISSION_ICON} />
          <Type {...label} isFitted />
        </View>
        <Type {...mission} />
        <Type {...how} />
      </View>
      <View style={{ position: 'absolute', top: TOP + (height - CODE) / 2, right: WHITE }}>
        <Code drawing={card.qr} size={CODE} alt={print.code} />
      </View>
    </View>
  );
}

/** The mission in large letters. A long word is hyphenated before its size is reduced. */
function missionOf(
  { text }: MissionCard,
  set: SheetProps['set'],
  room: Pick<Style, 'width' | 'height' | 'sizes' | 'align'>,
): Inked {
  const style = { ...MISSION, ...room, isParted: true };
  const large = set(text, style);
  return large.isCut ? set(text, { ...style, sizes: [...room.sizes, ...SMALL] }) : large;
}

/** One mission, on a card that fills the paper. */
export function SingleMissionSheet({
  card,
  print,
  sheet,
  set,
}: SheetProps & { print: MissionPrint; card: MissionCard }): ReactElement {
  const centred = { width: sheet.width - 2 * PAD, align: 'center' } as const;
  const label = set(print.label, { ...LABEL, ...centred, sizes: [4.2, 3.6] });
  const mission = missionOf(card, set, { ...centred, height: 36, sizes: [10, 9, 8, ...SIZES] });
  const how = set(print.how, { ...HOW, ...centred, sizes: [3.6, 3.2], height: 3 * 3.6 * 1.3 });
  const part = { position: 'absolute', width: sheet.width, alignItems: 'center' } as const;
  return (
    <View style={sheet}>
      <Lights width={sheet.width} height={LIGHTS_HEIGHT} strings={STRINGS} />
      <View style={{ ...part, top: 14 }}>
        <Type {...label} />
      </View>
      <View style={{ ...part, top: 22, height: 38, justifyContent: 'center' }}>
        <Type {...mission} />
      </View>
      <View style={{ ...part, top: TALL.top }}>
        <Code drawing={card.qr} size={TALL.code} alt={print.code} />
      </View>
      <View style={{ ...part, top: TALL.top + TALL.code + 8 }}>
        <Type {...how} />
      </View>
    </View>
  );
}
