import { Image, View } from '@react-pdf/renderer';
import type { ReactElement } from 'react';
import { Drawing, INK, Lights, MARK, Type, type Inked } from './drawings.server';
import { hyphenationIn } from './hyphenation.server';
import { renderPages } from './render-pages.server';
import { PRODUCT, type Size } from './sheet.server';
import { Marked } from './tagging.server';
import { openFace, type Setting, type Typesetter } from './typeset.server';

/** What a certificate says: every text final and in the reader's language. */
export interface CertificateContent {
  layout: 'certificate';
  /** A BCP 47 tag. */
  language: string;
  /** The document's title. */
  title: string;
  eventName: string;
  /** The day of the party, in words. */
  day: string;
  /** The numeral, and the place in words: “First place”, or that it is shared. */
  place: number;
  placeName: string;
  /** The whole name of the photo's owner. */
  name: string;
  /** The number of stars, in words. */
  stars: string;
  /** JPEG bytes, in the photo's own proportions. */
  picture: Uint8Array | null;
  /** The photo's width divided by its height. */
  shape: number;
  /** Describes the photo. */
  alt: string;
}

/** A5, in millimetres. */
const SHEET: Size = { width: 148, height: 210 };
const SIDE = 16;
/** The room for the photo with its border. */
const PHOTO: Size = { width: SHEET.width - 2 * SIDE, height: 80 };
const BORDER = 3;
const STRINGS = [{ ends: 3, middle: 13, bulbs: 11, size: 1.7 }];
const LIGHTS_HEIGHT = 20;
const STAR: readonly [string, { fill: string; stroke: string; strokeWidth: number }] = [
  'm12 3.2 2.65 5.45 5.95.85-4.3 4.2 1 5.95L12 16.85l-5.3 2.8 1-5.95-4.3-4.2 5.95-.85z',
  { fill: '#f6b73c', stroke: '#8a5a00', strokeWidth: 1.2 },
];

/**
 * Renders a certificate as a PDF of one A5 page (rule `certificate.what`). Characters that no font has are left out; a
 * name of which nothing remains is replaced by the place.
 */
export async function renderCertificate(content: CertificateContent): Promise<Uint8Array> {
  const certificate = <Certificate key="1" content={content} texts={await typeset(content)} />;
  return renderPages(content, { paper: 'A5', sheet: SHEET }, [certificate]);
}

/** The typeset texts of a certificate. */
type Texts = Record<
  'place' | 'placeName' | 'name' | 'stars' | 'eventName' | 'day' | 'brand',
  Inked
>;

async function typeset(content: CertificateContent): Promise<Texts> {
  const { eventName, day, placeName, name, stars } = content;
  const place = String(content.place);
  const display = await openFace('display', [placeName, place, PRODUCT]);
  const names = await openFace('display', [name, placeName]);
  const bold = await openFace('bold', [eventName, placeName, stars]);
  const regular = await openFace('regular', [day]);
  const centred = { width: SHEET.width - 2 * SIDE, align: 'center' } as const;
  const set = (face: Typesetter, text: string, color: string, setting: Omit<Setting, 'width'>) => ({
    ...face.set(face.drawable(text) || placeName, { ...centred, ...setting }),
    color,
  });
  return {
    place: set(display, place, INK.name, { sizes: [24], leading: 1 }),
    placeName: set(display, placeName, INK.gold, {
      sizes: [8, 7, 6, 5],
      leading: 1.2,
      isName: true,
    }),
    name: set(names, name, INK.name, {
      sizes: [11, 9.5, 8, 6.5, 5.5, 4.5],
      leading: 1.12,
      height: 25,
      isName: true,
    }),
    // Beside a drawing, so not centred on its own.
    stars: set(bold, stars, INK.text, { sizes: [5], leading: 1.2, align: undefined }),
    eventName: set(bold, eventName, INK.text, {
      sizes: [5, 4.4, 3.8, 3.3],
      leading: 1.25,
      height: 13,
      isName: true,
      hyphenate: hyphenationIn(content.language),
    }),
    day: set(regular, day, INK.soft, { sizes: [4, 3.5, 3], leading: 1.3 }),
    brand: set(display, PRODUCT, INK.name, { sizes: [4], leading: 1.2, align: undefined }),
  };
}

function Certificate({
  content,
  texts,
}: {
  content: CertificateContent;
  texts: Texts;
}): ReactElement {
  const middle = { alignItems: 'center' } as const;
  const row = { flexDirection: 'row', alignItems: 'center' } as const;
  return (
    <View style={{ ...SHEET, ...middle }}>
      <Lights width={SHEET.width} height={LIGHTS_HEIGHT} strings={STRINGS} />
      <View style={{ height: LIGHTS_HEIGHT }} />
      <Type {...texts.place} />
      <Type {...texts.placeName} tag="H1" />
      <View style={{ flexGrow: 1, ...middle, justifyContent: 'center' }}>
        <Photo content={content} />
      </View>
      <Type {...texts.name} />
      <View style={{ height: 2 }} />
      <View style={{ ...row, gap: 1.5 }}>
        <Drawing box={[0, 0, 24, 24]} size={6} strokes={[STAR]} />
        <Type {...texts.stars} isFitted />
      </View>
      <View style={{ height: 5 }} />
      <Type {...texts.eventName} />
      <Type {...texts.day} />
      <View style={{ ...row, gap: 1.6, height: 22 }}>
        <Drawing box={[0, 0, 32, 32]} size={5.5} strokes={MARK} />
        <Type {...texts.brand} isFitted />
      </View>
    </View>
  );
}

/** The whole photo, as large as its place allows, on white with a thin line. */
function Photo({
  content: { picture, shape, alt },
}: {
  content: CertificateContent;
}): ReactElement {
  if (!picture) return <View />;
  const inner = { width: PHOTO.width - 2 * BORDER, height: PHOTO.height - 2 * BORDER };
  const width = Math.min(inner.width, inner.height * shape);
  return (
    <View style={{ padding: BORDER, border: `0.25 solid ${INK.line}` }}>
      <Marked alt={alt}>
        <Image
          src={{ data: Buffer.from(picture), format: 'jpg' }}
          style={{ width, height: width / shape }}
        />
      </Marked>
    </View>
  );
}
