import {
  Canvas,
  Document,
  Image,
  Line,
  Page,
  Path,
  Rect,
  renderToBuffer,
  Svg,
  View,
} from '@react-pdf/renderer';
import type { ReactElement } from 'react';
import type { QrDrawing } from '../qr.server';
import { openFace, type Block, type Typesetter } from './typeset.server';

export type InvitationLayout = 'page' | 'cards';

/** What an invitation says, every text finished and in the reader's language. */
export interface InvitationContent {
  layout: InvitationLayout;
  /** A BCP 47 tag. */
  language: string;
  /** The document's title, for whoever opens it. */
  title: string;
  eventName: string;
  /** Of several lines. */
  description: string;
  organizerName: string;
  /** The address of the site, to be typed. */
  address: string;
  qr: QrDrawing;
  /** JPEG bytes, in the shape of the largest of `PICTURE_HEIGHTS`, as wide as the page. */
  picture: Uint8Array | null;
  words: { invited: string; scan: string; event: string; organizer: string; address: string };
}

const MM = 72 / 25.4;
const MARGIN = 10 * MM;
const WIDTH = 190 * MM;
const HEIGHT = 277 * MM;
const PICTURE_HEIGHTS = [109, 90, 72, 56].map((height) => height * MM);

// The look's colours for paper, which is white under any scheme.
const INK = '#10282f';
const INK_SOFT = '#31464b';
const LABEL = '#4b5a5d';
const GOLD_INK = '#7a4f00';
const GOLD = '#f6b73c';
const NIGHT = '#0f2f3a';
const ON_NIGHT = '#fdf4e7';
const BRONZE = '#dc9a6c';
const CUT = '#9a8f84';

const FOOT = 17 * MM;
const QR_PAGE = 50 * MM;
const CARD = { width: WIDTH / 2, height: HEIGHT / 4, padding: 6 * MM, qr: 36 * MM };
const PRODUCT = 'Snapodium';

/** The faces of a document, with the fonts of all its texts. */
interface Faces {
  product: Typesetter;
  name: Typesetter;
  regular: Typesetter;
  bold: Typesetter;
}

/**
 * Makes an invitation as a PDF: an A4 page, or eight table cards to be cut out. Characters that no
 * font has are left out; a name of which nothing remains becomes the call to scan the code, which
 * always holds it.
 */
export async function renderInvitation(content: InvitationContent): Promise<Uint8Array> {
  const { words, eventName, organizerName, description, address } = content;
  const faces: Faces = {
    product: await openFace('display', [PRODUCT]),
    name: await openFace('display', [eventName, words.scan]),
    regular: await openFace('regular', [description, words.event, words.organizer, words.address]),
    bold: await openFace('bold', [eventName, organizerName, address, words.invited, words.scan]),
  };
  const Sheet = content.layout === 'cards' ? CardSheet : InvitationSheet;
  return renderToBuffer(
    <Document title={content.title} author={PRODUCT} creator={PRODUCT} language={content.language}>
      <Page size="A4" style={{ padding: MARGIN }}>
        {Sheet({ content, faces })}
      </Page>
    </Document>,
  );
}

type SheetProps = { content: InvitationContent; faces: Faces };

/** One A4 page: picture, event, description, code and names, foot. */
function InvitationSheet({ content, faces }: SheetProps): ReactElement {
  const { words, picture } = content;
  const inner = WIDTH - 12 * MM;
  const invited = faces.bold.set(words.invited, {
    sizes: [12, 10.5, 9],
    leading: 1.4,
    width: inner,
    height: 12 * 1.4,
    align: 'center',
  });
  const name = faces.name.set(shown(faces.name, content.eventName, words.scan), {
    sizes: [44, 40, 36, 32, 28, 24, 20, 16],
    leading: 1.2,
    width: inner,
    height: 44 * 1.2 * 2,
    align: 'center',
    isName: true,
  });
  const join = QR_PAGE + 12 * MM;
  const gaps = (7 + 2 + 4 + 6) * MM;
  const rest = HEIGHT - FOOT - join - gaps - invited.height - name.height;
  const setLines = (pictureHeight: number, sizes: number[]) => ({
    pictureHeight,
    lines: faces.regular.set(content.description, {
      sizes,
      leading: 1.5,
      width: inner,
      height: rest - pictureHeight,
      align: 'center',
    }),
  });
  // A long description takes room from the picture first, then it gets small.
  const heights = picture ? PICTURE_HEIGHTS : [0];
  const { pictureHeight, lines } =
    firstThat(
      heights.map((height) => () => setLines(height, [14, 13, 12, 11, 10])),
      (attempt) => !attempt.lines.isCut,
    ) ?? setLines(heights.at(-1) ?? 0, [9, 8, 7]);

  return (
    <View style={{ height: HEIGHT }}>
      {picture && (
        <Image
          src={{ data: Buffer.from(picture), format: 'jpg' }}
          style={{ width: WIDTH, height: pictureHeight, objectFit: 'cover' }}
        />
      )}
      <View style={{ flexGrow: 1, alignItems: 'center', justifyContent: 'center' }}>
        <Type block={invited} color={GOLD_INK} />
        <View style={{ height: 2 * MM }} />
        <Type block={name} color={INK} />
        <View style={{ height: 4 * MM }} />
        <Type block={lines} color={INK_SOFT} />
      </View>
      <View style={{ flexDirection: 'row', alignItems: 'center', height: join, gap: 9 * MM }}>
        <QrBox drawing={content.qr} size={QR_PAGE} offset={9 * MM} />
        <Facts
          content={content}
          faces={faces}
          width={WIDTH - QR_PAGE - 27 * MM}
          height={QR_PAGE}
          sizes={{ scan: 13, label: 9.5, value: [16, 14, 12, 10.5, 9, 8] }}
        />
      </View>
      <Foot face={faces.product} />
    </View>
  );
}

/** Eight cards, and the lines to cut along. */
function CardSheet({ content, faces }: SheetProps): ReactElement {
  const cards = Array.from({ length: 8 }, (_, index) => index);
  return (
    <View style={{ width: WIDTH, height: HEIGHT, flexDirection: 'row', flexWrap: 'wrap' }}>
      {cards.map((card) => (
        <View
          key={card}
          style={{
            ...CARD,
            flexDirection: 'row',
            alignItems: 'center',
            justifyContent: 'space-between',
          }}
        >
          <QrBox drawing={content.qr} size={CARD.qr} offset={0} />
          <Facts
            content={content}
            faces={faces}
            width={CARD.width - 2 * CARD.padding - CARD.qr - 4 * MM}
            height={CARD.height - 2 * CARD.padding}
            sizes={{ scan: 10, label: 7.5, value: [12, 11, 10, 9, 8, 7, 6] }}
          />
        </View>
      ))}
      <CutLines />
    </View>
  );
}

function CutLines(): ReactElement {
  const rows = [0, 1, 2, 3, 4].map((row) => row * CARD.height);
  const columns = [0, 1, 2].map((column) => column * CARD.width);
  const stroke = { stroke: CUT, strokeWidth: 0.6, strokeDasharray: '4 3' };
  return (
    <Svg
      viewBox={`-1 -1 ${WIDTH + 2} ${HEIGHT + 2}`}
      style={{ position: 'absolute', left: -1, top: -1, width: WIDTH + 2, height: HEIGHT + 2 }}
    >
      {rows.map((y) => (
        <Line key={`row ${y}`} x1={0} y1={y} x2={WIDTH} y2={y} {...stroke} />
      ))}
      {columns.map((x) => (
        <Line key={`column ${x}`} x1={x} y1={0} x2={x} y2={HEIGHT} {...stroke} />
      ))}
    </Svg>
  );
}

/** What a guest without a camera types: event, organizer, address of the site. */
function Facts({
  content: { words, eventName, organizerName, address },
  faces: { bold, regular },
  width,
  height,
  sizes,
}: SheetProps & {
  width: number;
  height: number;
  sizes: { scan: number; label: number; value: number[] };
}): ReactElement {
  const one = (size: number) => ({ sizes: [size], leading: 1.3, width, align: 'left' as const });
  const scan = bold.set(words.scan, { ...one(sizes.scan), height: sizes.scan * 1.3 * 2 });
  const facts = [
    [words.event, shown(bold, eventName, words.scan)],
    [words.organizer, shown(bold, organizerName, words.scan)],
    [words.address, address],
  ] as const;
  const labelHeight = sizes.label * 1.3;
  const gap = sizes.label * 0.7;
  const free = height - scan.height - facts.length * (labelHeight + gap);
  return (
    <View style={{ width }}>
      <Type block={scan} color={GOLD_INK} />
      {facts.map(([label, value]) => (
        <View key={label} style={{ marginTop: gap }}>
          <Type
            block={regular.set(label, { ...one(sizes.label), height: labelHeight })}
            color={LABEL}
          />
          <Type
            block={bold.set(value, {
              sizes: sizes.value,
              leading: 1.25,
              width,
              height: free / facts.length,
              align: 'left',
              isName: true,
            })}
            color={INK}
          />
        </View>
      ))}
    </View>
  );
}

function QrBox({
  drawing,
  size,
  offset,
}: {
  drawing: QrDrawing;
  size: number;
  offset: number;
}): ReactElement {
  return (
    <View
      style={{
        width: size,
        height: size,
        marginLeft: offset,
        border: `1.5pt solid ${GOLD}`,
        borderRadius: 3 * MM,
        alignItems: 'center',
        justifyContent: 'center',
      }}
    >
      <Svg
        viewBox={`0 0 ${drawing.size} ${drawing.size}`}
        style={{ width: size - 3, height: size - 3 }}
      >
        <Path d={drawing.path} fill={NIGHT} />
      </Svg>
    </View>
  );
}

function Foot({ face }: { face: Typesetter }): ReactElement {
  const size = 18;
  const name = face.set(PRODUCT, {
    sizes: [size],
    leading: 1.2,
    width: WIDTH,
    height: size * 1.2,
    align: 'left',
  });
  return (
    <View
      style={{
        height: FOOT,
        backgroundColor: NIGHT,
        flexDirection: 'row',
        alignItems: 'center',
        justifyContent: 'center',
        gap: 8,
      }}
    >
      <Svg viewBox="0 0 32 32" style={{ width: 27, height: 27 }}>
        <Rect x="11" y="9" width="10" height="20" rx="1.5" fill={GOLD} />
        <Rect x="1.5" y="16" width="8.5" height="13" rx="1.5" fill={ON_NIGHT} />
        <Rect x="22" y="19" width="8.5" height="10" rx="1.5" fill={BRONZE} />
        <Path
          d="m16 11.2 1.35 2.75 3 .45-2.2 2.1.55 3L16 18.05l-2.7 1.45.55-3-2.2-2.1 3-.45z"
          fill={NIGHT}
        />
        <Path d="m16 1 .8 2.2 2.2.8-2.2.8L16 7l-.8-2.2L13 4l2.2-.8z" fill={GOLD} />
      </Svg>
      <Type block={{ ...name, width: name.lines[0]?.width ?? 0 }} color={ON_NIGHT} />
    </View>
  );
}

/** Draws a set text. */
function Type({ block, color }: { block: Block; color: string }): ReactElement {
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

/** A name as far as it can be drawn, or `instead`. */
function shown(face: Typesetter, name: string, instead: string): string {
  return face.drawable(name) || instead;
}

/** The first result that will do, or null. */
function firstThat<T>(attempts: (() => T)[], isGood: (result: T) => boolean): T | null {
  for (const attempt of attempts) {
    const result = attempt();
    if (isGood(result)) return result;
  }
  return null;
}
