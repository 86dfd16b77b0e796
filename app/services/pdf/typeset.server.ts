import { directionOf, hasRightToLeft, mirror, visualOrder, type Direction } from './bidi.server';
import { clean, clustersOf, widthOf, type Cluster } from './clusters.server';
import { fontsFor, type Face, type OpenFont } from './font-files.server';
import type { Hyphenate } from './hyphenation.server';
import {
  balance,
  breakLines,
  cut,
  HYPHEN,
  inOnePiece,
  partsWith,
  tears,
  wordsOf,
  type Parts,
} from './lines.server';

// react-pdf's own text cannot be used for names of the whole world: it loses the offsets of marks (the
// dots of Arabic letters) and some letters, puts hyphens where fonts change, and ends no line in Thai or
// Chinese. `drawn-text.test.tsx` shows it case by case. So texts are set here, into pieces that the PDF
// writer draws as they are.

/** A stretch of text in one font and one direction, at its place in the line. */
export interface Piece {
  font: OpenFont;
  text: string;
  x: number;
}

export interface Line {
  pieces: Piece[];
  width: number;
}

/** A text broken into lines. */
export interface Block {
  lines: Line[];
  size: number;
  lineHeight: number;
  width: number;
  height: number;
  /** Whether it ends with “…” because there was no room for all of it. */
  isCut: boolean;
}

/** How to set a text. */
export interface Setting {
  /** The sizes to try, the largest first. */
  sizes: readonly number[];
  /** The height of a line, as a multiple of the size. */
  leading: number;
  width: number;
  /**
   * What it must fit into: a height, or so many lines of the largest size, one if nothing is said. At the
   * smallest size it is cut with “…”.
   */
  height?: number;
  lines?: number;
  align?: 'center';
  /** At most so many lines, whatever room there is. */
  most?: number;
  /** For names and titles: rather smaller than broken inside a word, and lines of like length. */
  isName?: boolean;
  /**
   * How words may be parted. In a name only those that are longer than a line at every size, and then at
   * the largest size at which all of it fits.
   */
  hyphenate?: Hyphenate;
}

/** Sets texts in one face. */
export interface Typesetter {
  /** What is left of a text without the characters that no font has. */
  drawable(text: string): string;
  set(text: string, setting: Setting): Block;
}

const ELLIPSIS = '…';
/** A word is parted where a line would otherwise stay empty for more than this part of it. */
const GAP = 0.15;

/** Opens the fonts that these texts need in a face. */
export async function openFace(face: Face, texts: string[]): Promise<Typesetter> {
  const fonts = await fontsFor(face, [...texts.map(clean), ELLIPSIS, HYPHEN, ' ']);
  return {
    drawable: (text) =>
      clean(text)
        .split('\n')
        .map((paragraph) =>
          clustersOf(paragraph, fonts)
            .map((cluster) => cluster.text)
            .join(''),
        )
        .join('\n')
        .trim(),
    set: (text, setting) => setText(text, fonts, setting),
  };
}

function setText(text: string, fonts: OpenFont[], setting: Setting): Block {
  const { sizes, leading, width, align, isName, hyphenate } = setting;
  const height = setting.height ?? (sizes[0] ?? 0) * leading * (setting.lines ?? 1);
  const paragraphs = clean(text)
    .split('\n')
    .map((paragraph) => ({
      direction: directionOf(paragraph),
      words: wordsOf(clustersOf(paragraph, fonts)),
    }));
  const words = paragraphs.flatMap((paragraph) => paragraph.words);
  const longest = Math.max(0, ...words.map((word) => word.width));
  const gap = isName ? Infinity : GAP;
  const breakAt = (limit: number, partsOf: Parts) =>
    paragraphs.flatMap(({ direction, words: own }) =>
      breakLines(own, { limit, partsOf, gap }).map((clusters) => ({ direction, clusters })),
    );
  const parted = hyphenate && partsWith(hyphenate, fonts);
  const ways = isName ? [inOnePiece, ...(parted ? [parted] : [])] : [parted ?? inOnePiece];
  const attempts = ways.flatMap((partsOf) => sizes.map((size) => ({ size, partsOf })));

  for (const [index, { size, partsOf }] of attempts.entries()) {
    const limit = width / size;
    const lineHeight = size * leading;
    const fitting = Math.max(1, Math.floor(height / lineHeight + 0.001));
    const most = Math.min(fitting, setting.most ?? fitting);
    let lines = breakAt(limit, partsOf);
    const isCut = lines.length > most;
    const isTorn = isName && tears(words, limit, partsOf);
    if ((isCut || isTorn) && index < attempts.length - 1) continue;
    if (isName && longest <= limit) {
      lines = balance((narrower) => breakAt(narrower, partsOf), longest, limit);
    }
    lines = lines.slice(0, most);
    const last = lines.at(-1);
    if (isCut && last) last.clusters = cut(last.clusters, clustersOf(ELLIPSIS, fonts), limit);
    return {
      lines: lines.map((line) => placeLine(line, size, width, align)),
      size,
      lineHeight,
      width,
      height: lines.length * lineHeight,
      isCut,
    };
  }
  throw new Error('a text needs a size to be set in');
}

/** Puts a line's pieces side by side, from left to right as they are seen. */
function placeLine(
  { clusters, direction }: { clusters: Cluster[]; direction: Direction },
  size: number,
  width: number,
  align: Setting['align'],
): Line {
  const texts = clusters.map((cluster) => cluster.text);
  const seen = visualOrder(texts, direction).map(({ index, isRtl }) => ({
    cluster: clusters[index] as Cluster,
    isRtl,
  }));

  const pieces: (Piece & { width: number })[] = [];
  let x = 0;
  for (let start = 0; start < seen.length;) {
    const { cluster, isRtl } = seen[start] as (typeof seen)[number];
    let end = start + 1;
    while (seen[end]?.cluster.font === cluster.font && seen[end]?.isRtl === isRtl) end += 1;
    const parts = seen.slice(start, end).map((one) => one.cluster.text);
    const text = isRtl ? rightToLeft(parts) : parts.join('');
    const pieceWidth = widthOf(cluster.font, text) * size;
    pieces.push({ font: cluster.font, text, x, width: pieceWidth });
    x += pieceWidth;
    start = end;
  }
  const free = width - x;
  const indent = align === 'center' ? free / 2 : 0;
  return {
    pieces: pieces.map(({ font, text, x: left }) => ({ font, text, x: left + indent })),
    width: x,
  };
}

/** A piece as the PDF writer wants it: it turns letters from right to left itself, and only those. */
function rightToLeft(seen: string[]): string {
  const mirrored = seen.map(mirror);
  return (hasRightToLeft(seen.join('')) ? mirrored.reverse() : mirrored).join('');
}
