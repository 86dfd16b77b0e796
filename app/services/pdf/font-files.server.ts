import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Font } from '@react-pdf/renderer';

/** How a text is to look: the display face, or the plain one in two weights. */
export type Face = 'display' | 'regular' | 'bold';

/** What shaping a text in one font gives. */
interface GlyphRun {
  glyphs: { id: number }[];
  /** In the font's units. */
  advanceWidth: number;
}

/** An open font, as react-pdf keeps it. */
export interface OpenFont {
  postscriptName: string;
  unitsPerEm: number;
  /** The table of its characters; one file has none. */
  cmap?: object;
  hasGlyphForCodePoint(codePoint: number): boolean;
  layout(text: string, features?: string[]): GlyphRun;
}

/** One file of a package: the characters it may hold, and the file in each weight. */
interface FontFile {
  name: string;
  ranges: [first: number, last: number][];
  path: string;
}

// In the order in which they are asked: the first file that has a character draws it.
const PLAIN_PACKAGES = [
  'noto-sans',
  'noto-sans-arabic',
  'noto-sans-hebrew',
  'noto-sans-thai',
  'noto-sans-sc',
  'noto-sans-kr',
];
const DISPLAY_PACKAGE = 'caprasimo';
const FACES: Record<Face, { weight: 400 | 700; packages: string[] }[]> = {
  display: [
    { weight: 400, packages: [DISPLAY_PACKAGE] },
    { weight: 700, packages: PLAIN_PACKAGES },
  ],
  regular: [{ weight: 400, packages: PLAIN_PACKAGES }],
  bold: [{ weight: 700, packages: PLAIN_PACKAGES }],
};

const { resolve } = createRequire(import.meta.url);
const catalogues = new Map<Face, FontFile[]>();
const opened = new Map<string, Promise<OpenFont | null>>();

/**
 * The fonts that some texts need, and no others: for each character the first file of the face that
 * has it. Characters that no file has get no font; typesetting leaves them out.
 */
export async function fontsFor(face: Face, texts: string[]): Promise<OpenFont[]> {
  const files = catalogueOf(face);
  const fonts = new Map<FontFile, OpenFont>();
  for (const character of new Set(texts.join(''))) {
    const codePoint = character.codePointAt(0) ?? 0;
    for (const file of files) {
      if (!file.ranges.some(([first, last]) => first <= codePoint && codePoint <= last)) continue;
      const font = await open(file);
      // The ranges are the packages' promise; what counts is the font's own table.
      if (!font?.hasGlyphForCodePoint(codePoint)) continue;
      // A single letter in another face would stand out: then the whole text is set in bold.
      const isStray = face === 'display' && !isDisplay(file) && /\p{Script=Latin}/u.test(character);
      if (isStray) return fontsFor('bold', texts);
      fonts.set(file, font);
      break;
    }
  }
  return files.flatMap((file) => fonts.get(file) ?? []);
}

const isDisplay = (file: FontFile) => file.name.startsWith(DISPLAY_PACKAGE);

function catalogueOf(face: Face): FontFile[] {
  let catalogue = catalogues.get(face);
  if (!catalogue) {
    catalogue = FACES[face].flatMap(({ weight, packages }) =>
      packages.flatMap((name) => filesOf(name, weight)),
    );
    catalogues.set(face, catalogue);
  }
  return catalogue;
}

/** The files of a Fontsource package in one weight; basic Latin first, because most texts are. */
function filesOf(name: string, weight: number): FontFile[] {
  const json = readFileSync(resolve(`@fontsource/${name}/unicode.json`), 'utf8');
  const subsets = Object.entries(JSON.parse(json) as Record<string, string>).reverse();
  return subsets.map(([subset, ranges]) => {
    const file = `${name}-${subset.replace(/[[\]]/g, '')}-${weight}-normal`;
    return {
      name: file,
      ranges: ranges.split(',').map((range) => {
        const [first = '', last = first] = range.trim().replace('U+', '').split('-');
        return [parseInt(first, 16), parseInt(last, 16)];
      }),
      path: resolve(`@fontsource/${name}/files/${file}.woff`),
    };
  });
}

function open(file: FontFile): Promise<OpenFont | null> {
  let font = opened.get(file.path);
  if (!font) {
    font = load(file);
    opened.set(file.path, font);
  }
  return font;
}

/** Null for the one file that holds no characters at all. */
async function load({ name, path }: FontFile): Promise<OpenFont | null> {
  Font.register({ family: name, src: path });
  await Font.load({ fontFamily: name });
  const font = Font.getFont({ fontFamily: name })?.data as unknown as OpenFont;
  if (!font.cmap) return null;
  // All files of a package have one PostScript name, by which the PDF writer would take the second
  // file for the first, and draw its letters with the wrong glyphs.
  Object.defineProperty(font, 'postscriptName', { value: name });
  return font;
}
