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
  hyphenateWith,
  breaksForbidden,
  wordsOf,
  type Parts,
} from './lines.server';

// react-pdf's own text cannot be used for names in all scripts: it loses the offsets of marks (the dots of
// Arabic letters) and some letters, puts hyphens where fonts change, and does not break lines in Thai or
// Chinese. `drawn-text.test.tsx` shows each case. So texts are typeset here, into pieces that the PDF writer
// draws as they are.

/** A run of text in one font and one direction, with its position in the line. */
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
  /** Whether it was truncated with “…”. */
  isCut: boolean;
}

/** How to set a text. */
export interface Setting {
  /** The sizes to try, largest first. */
  sizes: readonly number[];
  /** The line height, as a multiple of the size. */
  leading: number;
  width: number;
  /**
   * The limit: a height, or a number of lines at the largest size, one by default. At the smallest size the
   * text is truncated with “…”.
   */
  height?: number;
  lines?: number;
  align?: 'center';
  /** The maximum number of lines, regardless of the height. */
  most?: number;
  /** For names and titles: a smaller size is preferred to breaking a word, and lines are balanced. */
  isName?: boolean;
  /**
   * How words may be hyphenated. In a name only words that are longer than a line at every size, and then at
   * the largest size at which the whole name fits.
   */
  hyphenate?: Hyphenate;
}

/** Sets texts in one face. */
export interface Typesetter {
  /** The text without characters that no font has. */
  drawable(text: string): string;
  set(text: string, setting: Setting): Block;
}

const ELLIPSIS = '…';
/** A word is hyphenated if otherwise more than this fraction of a line would stay empty. */
const GAP = 0.15;

/** Opens the fonts of a face that these texts need. */
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
  const parted = hyphenate && hyphenateWith(hyphenate, fonts);
  const ways = isName ? [inOnePiece, ...(parted ? [parted] : [])] : [parted ?? inOnePiece];
  const attempts = ways.flatMap((partsOf) => sizes.map((size) => ({ size, partsOf })));

  for (const [index, { size, partsOf }] of attempts.entries()) {
    const limit = width / size;
    const lineHeight = size * leading;
    const fitting = Math.max(1, Math.floor(height / lineHeight + 0.001));
    const most = Math.min(fitting, setting.most ?? fitting);
    let lines = breakAt(limit, partsOf);
    const isCut = lines.length > most;
    const isTorn = isName && breaksForbidden(words, limit, partsOf);
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

/** Places a line's pieces side by side, in visual order. */
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

/**
 * A piece in the order the PDF writer expects: it reverses right-to-left letters itself, and nothing else.
 */
function rightToLeft(seen: string[]): string {
  const mirrored = seen.map(mirror);
  return (hasRightToLeft(seen.join('')) ? mirrored.reverse() : mirrored).join('');
}
