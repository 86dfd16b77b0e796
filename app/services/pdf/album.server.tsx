import { Image, View } from '@react-pdf/renderer';
import type { ReactElement } from 'react';
import {
  ALBUM_FOOT,
  ALBUM_GAP,
  ALBUM_SHEET,
  ALBUM_SIDE,
  ALBUM_TOP,
  gridOf,
  PRINT_BORDER,
  PRINT_WORDS,
  rowsOf,
  type AlbumPageKind,
  type Grid,
} from './album-geometry';
import { Drawing, INK, Lights, MARK, Type, type Inked } from './drawings.server';
import { hyphenationIn } from './hyphenation.server';
import { renderPages } from './render-pages.server';
import { PRODUCT } from './sheet.server';
import { Marked } from './tagging.server';
import { openFace, type Typesetter } from './typeset.server';

/** A photo on paper. */
export interface AlbumPrint {
  /** The texts below it, each on its own line; the first is the more important one. */
  words: string[];
  /** Its width divided by its height. */
  shape: number;
  alt: string;
}

/** A page of an album: the podium, a sheet of prints, or what one guest photographed. */
interface AlbumPage {
  kind: AlbumPageKind;
  heading: string;
  prints: AlbumPrint[];
}

/** What an album or photo book says: every text final and in the reader's language. */
export interface AlbumContent {
  layout: 'album';
  /** A BCP 47 tag. */
  language: string;
  /** The document's title. */
  title: string;
  eventName: string;
  /** The day of the party, in words. */
  day: string;
  pages: AlbumPage[];
  /** The JPEG bytes of all prints in order; null for a picture that cannot be read. */
  pictures: (Uint8Array | null)[];
}

const STRINGS = [{ ends: 4, middle: 16, bulbs: 15, size: 2 }];
const LIGHTS_HEIGHT = 26;
const ACROSS = ALBUM_SHEET.width - 2 * ALBUM_SIDE;

/**
 * Renders an album or a photo book as a PDF on A4 (rules `album.what`, `album.book`). Characters that no font has are
 * left out.
 */
export async function renderAlbum(content: AlbumContent): Promise<Uint8Array> {
  const faces = await openFaces(content);
  let first = 0;
  const sheets = content.pages.map((page, index) => {
    const pictures = content.pictures.slice(first, (first += page.prints.length));
    return <Sheet key={index} {...{ content, page, pictures, faces }} number={index + 1} />;
  });
  return renderPages(content, { paper: 'A4', sheet: ALBUM_SHEET }, sheets);
}

/** The typefaces with the fonts for all texts. */
interface Faces {
  display: Typesetter;
  bold: Typesetter;
  regular: Typesetter;
}

async function openFaces({ eventName, day, pages }: AlbumContent): Promise<Faces> {
  const words = pages.flatMap(({ prints }) => prints.flatMap((print) => print.words));
  const headings = pages.map(({ heading }) => heading);
  return {
    display: await openFace('display', [eventName, PRODUCT, ...headings]),
    bold: await openFace('bold', [...new Set(words)]),
    regular: await openFace('regular', [day, eventName, '0123456789', ...new Set(words)]),
  };
}

interface SheetProps {
  content: AlbumContent;
  page: AlbumPage;
  pictures: (Uint8Array | null)[];
  faces: Faces;
  number: number;
}

function Sheet(props: SheetProps): ReactElement {
  const { page, pictures, faces } = props;
  const grid = gridOf(page.kind, page.prints.length);
  const rows = rowsOf(
    page.kind,
    page.prints.map((print, index) => ({ print, picture: pictures[index] ?? null })),
  );
  return (
    <View style={{ ...ALBUM_SHEET }}>
      <Head {...props} />
      <View style={{ flexGrow: 1, gap: ALBUM_GAP, paddingHorizontal: ALBUM_SIDE }}>
        {rows.map((prints, row) => (
          <View
            key={row}
            style={{ flexDirection: 'row', justifyContent: justify(page.kind), gap: ALBUM_GAP }}
          >
            {prints.map((one, column) => (
              <Print key={column} {...one} {...{ grid, faces }} kind={page.kind} />
            ))}
          </View>
        ))}
      </View>
      <Foot {...props} />
    </View>
  );
}

/** The prints of a sheet begin at the left; few large ones are in the middle. */
const justify = (kind: AlbumPageKind) => (kind === 'sheet' ? 'flex-start' : 'center');

function Head({ content, page, faces }: SheetProps): ReactElement {
  const { eventName, day, language } = content;
  const centred = { width: ACROSS, align: 'center' } as const;
  const heading: Inked = {
    ...faces.display.set(faces.display.drawable(page.heading) || PRODUCT, {
      ...centred,
      sizes: page.kind === 'sheet' ? [6, 5, 4] : [13, 11, 9, 7.5, 6],
      leading: 1.15,
      height: page.kind === 'podium' ? 31 : 16,
      isName: true,
      hyphenate: hyphenationIn(language),
    }),
    color: INK.name,
  };
  const under = page.kind === 'podium' ? day : `${faces.bold.drawable(eventName)} · ${day}`;
  const line: Inked = {
    ...faces.regular.set(under, { ...centred, sizes: [4.2, 3.7, 3.2, 2.8], leading: 1.3 }),
    color: INK.soft,
  };
  const hasLights = page.kind !== 'sheet';
  return (
    <View
      style={{
        height: ALBUM_TOP[page.kind],
        paddingTop: page.kind === 'sheet' ? 9 : LIGHTS_HEIGHT,
        alignItems: 'center',
        gap: 1,
      }}
    >
      {hasLights && <Lights width={ALBUM_SHEET.width} height={LIGHTS_HEIGHT} strings={STRINGS} />}
      <Type {...heading} tag="H1" />
      {page.kind !== 'sheet' && <Type {...line} />}
    </View>
  );
}

/** A whole photo with its border, and its words below. */
function Print({
  print: { shape, alt, words },
  picture,
  grid,
  kind,
  faces,
}: {
  print: AlbumPrint;
  picture: Uint8Array | null;
  grid: Grid;
  kind: AlbumPageKind;
  faces: Faces;
}): ReactElement {
  const width = Math.min(grid.width, grid.height * shape);
  const size = { width, height: width / shape };
  const cell = grid.width + 2 * PRINT_BORDER;
  return (
    <View style={{ width: cell, alignItems: 'center', justifyContent: 'flex-end' }}>
      <View style={{ padding: PRINT_BORDER, border: `0.2 solid ${INK.line}` }}>
        {picture ? (
          <Marked alt={alt}>
            <Image src={{ data: Buffer.from(picture), format: 'jpg' }} style={size} />
          </Marked>
        ) : (
          <View style={size} />
        )}
      </View>
      <View style={{ height: PRINT_WORDS[kind], width: cell, paddingTop: 1 }}>
        {words.map((text, index) => (
          <Type key={index} {...wordsBelow(faces, { text, index, kind, width: cell })} />
        ))}
      </View>
    </View>
  );
}

function wordsBelow(
  faces: Faces,
  place: { text: string; index: number; kind: AlbumPageKind; width: number },
): Inked {
  const { text, index, kind, width } = place;
  const face = index === 0 ? faces.bold : faces.regular;
  const sizes = kind === 'podium' ? [5, 4.4, 3.8, 3.2] : [3, 2.7, 2.5];
  return {
    ...face.set(face.drawable(text) || ' ', {
      sizes: index === 0 ? sizes : sizes.slice(1),
      leading: 1.2,
      width,
      // Captions may need two lines.
      lines: index === 0 && kind !== 'podium' ? 2 : 1,
      align: 'center',
      isName: true,
    }),
    color: index === 0 ? INK.text : INK.soft,
  };
}

function Foot({ content, faces, number }: SheetProps): ReactElement {
  const { eventName, day, pages } = content;
  const page = pages[number - 1];
  const set = (text: string, width: number): Inked => ({
    ...faces.regular.set(faces.regular.drawable(text) || ' ', {
      width,
      sizes: [3, 2.7],
      leading: 1.2,
    }),
    color: INK.small,
  });
  return (
    <View
      style={{
        flexDirection: 'row',
        alignItems: 'center',
        height: ALBUM_FOOT,
        paddingHorizontal: ALBUM_SIDE,
        gap: 1.6,
      }}
    >
      <Drawing box={[0, 0, 32, 32]} size={4.5} strokes={MARK} />
      <View style={{ flexGrow: 1 }}>
        <Type {...set(page?.kind === 'sheet' ? `${eventName} · ${day}` : PRODUCT, 150)} />
      </View>
      <Type {...set(`${number} / ${pages.length}`, 24)} isFitted />
    </View>
  );
}
