import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Font } from '@react-pdf/renderer';

/** The style of a text: the display face, or the plain one in two weights. */
export type Face = 'display' | 'regular' | 'bold';

/** The result of shaping a text in one font. */
interface GlyphRun {
  glyphs: { id: number; path?: { toSVG(): string } }[];
  /** The position of each glyph, in font units. */
  positions?: { xAdvance: number; xOffset: number; yOffset: number }[];
  /** In font units. */
  advanceWidth: number;
}

/** An open font, in react-pdf's representation. */
export interface OpenFont {
  postscriptName: string;
  unitsPerEm: number;
  /** The character map; one file has none. */
  cmap?: object;
  /** The characters that it has. */
  characterSet: number[];
  hasGlyphForCodePoint(codePoint: number): boolean;
  glyphForCodePoint(codePoint: number): { id: number };
  layout(text: string, features?: string[]): GlyphRun;
}

/** One file of a font package: the characters it may contain, and its path. */
interface FontFile {
  name: string;
  ranges: [first: number, last: number][];
  path: string;
}

const EMOJI_PACKAGE = 'noto-emoji';
// In order of preference: the first file that has a character draws it.
const PLAIN_PACKAGES = [
  'noto-sans',
  'noto-sans-arabic',
  'noto-sans-hebrew',
  'noto-sans-thai',
  'noto-sans-sc',
  'noto-sans-kr',
  EMOJI_PACKAGE,
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
 * Loads only the fonts that some texts need: for each character the first file of the face that has it.
 * Characters that no file has get no font, and typesetting leaves them out.
 */
export async function fontsFor(face: Face, texts: string[]): Promise<OpenFont[]> {
  const files = catalogueOf(face);
  const fonts = new Map<FontFile, OpenFont>();
  for (const character of new Set(texts.join(''))) {
    const codePoint = character.codePointAt(0) ?? 0;
    for (const file of files) {
      if (!file.ranges.some(([first, last]) => first <= codePoint && codePoint <= last)) continue;
      const font = await open(file);
      // The ranges are only the package's promise; the font's own table decides.
      if (!font?.hasGlyphForCodePoint(codePoint)) continue;
      // A single letter in another face would stand out, so the whole text is set in bold.
      const isStray = face === 'display' && !isDisplay(file) && /\p{Script=Latin}/u.test(character);
      if (isStray) return fontsFor('bold', texts);
      fonts.set(file, font);
      break;
    }
  }
  return files.flatMap((file) => fonts.get(file) ?? []);
}

/** Whether a font draws emoji; its spaces and digits are as wide as these. */
export const isEmojiFont = (font: OpenFont) => font.postscriptName.startsWith(EMOJI_PACKAGE);

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

/** The files of a Fontsource package in one weight. Basic Latin comes first, because most texts are. */
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

/** Null for the one file without any characters. */
async function load({ name, path }: FontFile): Promise<OpenFont | null> {
  Font.register({ family: name, src: path });
  await Font.load({ fontFamily: name });
  const font = Font.getFont({ fontFamily: name })?.data as unknown as OpenFont;
  if (!font.cmap) return null;
  // All files of a package share one PostScript name. The PDF writer would confuse them and draw wrong
  // glyphs.
  Object.defineProperty(font, 'postscriptName', { value: name });
  nameGlyphs(font);
  return font;
}

/**
 * Makes a font know each of its glyphs by its character. Otherwise the first “é” would open “e” as one of its parts,
 * without saying which character that is. The font would remember it that way, and later texts would lose it when they
 * are copied.
 */
function nameGlyphs(font: OpenFont): void {
  for (const codePoint of font.characterSet) font.glyphForCodePoint(codePoint);
}
