import { directionOf, hasRightToLeft, mirror, visualOrder, type Direction } from './bidi.server';
import { fontsFor, type Face, type OpenFont } from './font-files.server';
import type { Hyphenate } from './hyphenation.server';

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

/** A text broken into lines, in points. */
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
  /** The sizes to try, in points, the largest first. */
  sizes: number[];
  /** As a multiple of the size. */
  leading: number;
  width: number;
  /** What it must fit into; at the smallest size it is cut with “…”. */
  height: number;
  align: 'center' | 'left';
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

/** What a reader sees as one character, and the font that draws it. */
interface Cluster {
  text: string;
  font: OpenFont;
  /** At a size of one point. */
  width: number;
}

/** Clusters that no line break comes between. */
interface Word {
  clusters: Cluster[];
  width: number;
  isSpace: boolean;
}

const ELLIPSIS = '…';
const HYPHEN = '-';
/** A word is parted where a line would otherwise stay empty for more than this part of it. */
const GAP = 0.15;
const EMOJI = /\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F/u;
/** Marks that steer and are not drawn; the joiners are kept, because letters change with them. */
const INVISIBLE = /[\p{Cc}\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu;
/** Scripts that are written without spaces: a line may end between their words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\u3000-\u303F\uFF00-\uFFEF]/u;
const NEVER_FIRST = /^[\p{Pe}\p{Pf}\p{Po}ー々ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ]/u;
const NEVER_LAST = /[\p{Ps}\p{Pi}]$/u;

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
const words = new Intl.Segmenter('und', { granularity: 'word' });

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

function clean(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n\u00A0\u202F]+/g, ' ')
    .split('\n')
    .map((paragraph) => paragraph.replace(INVISIBLE, '').trim())
    .join('\n');
}

function setText(text: string, fonts: OpenFont[], setting: Setting): Block {
  const paragraphs = clean(text).split('\n');
  const broken = paragraphs.map((paragraph) => ({
    direction: directionOf(paragraph),
    words: wordsOf(clustersOf(paragraph, fonts)),
  }));
  const ellipsis = clustersOf(ELLIPSIS, fonts);
  const { sizes, leading, width, height, align, isName, hyphenate } = setting;
  const part = hyphenate && partsWith(hyphenate, fonts);
  const breakAt = (limit: number, parts?: Parts) =>
    broken.flatMap(({ direction, words: paragraph }) =>
      breakLines(paragraph, limit, parts, isName ? Infinity : GAP).map((clusters) => ({
        direction,
        clusters,
      })),
    );

  const longest = Math.max(0, ...broken.flatMap((paragraph) => paragraph.words).map(wordWidth));
  const whole = sizes.map((size) => ({ size, parts: isName ? undefined : part }));
  const parted = isName && part ? sizes.map((size) => ({ size, parts: part })) : [];
  const attempts = [...whole, ...parted];

  for (const [index, { size, parts }] of attempts.entries()) {
    const lineHeight = size * leading;
    const fitting = Math.max(1, Math.floor(height / lineHeight + 0.001));
    const most = Math.min(fitting, setting.most ?? fitting);
    const isTight = isName && longest * size > width;
    let lines = breakAt(width / size, parts);
    const isTorn = parts ? isName && tears(broken, width / size, parts) : isTight;
    if ((lines.length > most || isTorn) && index < attempts.length - 1) continue;
    if (isName && !isTight) lines = balance(breakAt, longest, width / size, lines.length);
    const shown = lines.slice(0, most);
    const last = shown.at(-1);
    if (last && lines.length > most) last.clusters = cut(last.clusters, ellipsis, width / size);
    return {
      lines: shown.map((line) => placeLine(line, size, width, align)),
      size,
      lineHeight,
      width,
      height: shown.length * lineHeight,
      isCut: lines.length > most,
    };
  }
  throw new Error('a text needs a size to be set in');
}

const wordWidth = ({ width }: Word) => width;

/** Where a word may be parted, and the hyphen that stands there. */
type Parts = (word: Word) => { pieces: Cluster[][]; hyphen?: Cluster };

function partsWith(hyphenate: Hyphenate, fonts: OpenFont[]): Parts {
  return ({ clusters }) => {
    const parts = hyphenate(clusters.map((cluster) => cluster.text).join(''));
    const own = clusters.map((cluster) => cluster.font);
    const [hyphen] = clustersOf(HYPHEN, [...own, ...fonts]);
    if (parts.length < 2 || !hyphen) return { pieces: [clusters] };
    const waiting = [...clusters];
    const pieces = parts.map((part) => {
      const piece: Cluster[] = [];
      for (let length = 0; length < part.length; length += piece.at(-1)?.text.length ?? 1) {
        piece.push(...waiting.splice(0, 1));
      }
      return piece;
    });
    return { pieces, hyphen };
  };
}

/** Whether a word would be broken where it must not be, even when it is parted. */
function tears(paragraphs: { words: Word[] }[], limit: number, partsOf: Parts): boolean {
  const isTooWide = (word: Word) => {
    const { pieces, hyphen } = partsOf(word);
    return pieces.some((piece) => widthOfClusters([...piece, ...(hyphen ? [hyphen] : [])]) > limit);
  };
  return paragraphs
    .flatMap((paragraph) => paragraph.words)
    .some((word) => word.width > limit && isTooWide(word));
}

/** Breaks again at the least width that needs no more lines. */
function balance<T>(breakAt: (limit: number) => T[], least: number, most: number, count: number) {
  let [low, high] = [least, most];
  while (high - low > 0.05) {
    const middle = (low + high) / 2;
    if (breakAt(middle).length > count) low = middle;
    else high = middle;
  }
  return breakAt(high);
}

/** The characters of a text that can be drawn, each with its font. */
function clustersOf(text: string, fonts: OpenFont[]): Cluster[] {
  const clusters: Cluster[] = [];
  for (const { segment } of graphemes.segment(text)) {
    if (EMOJI.test(segment)) continue;
    const previous = clusters.at(-1);
    // What belongs to every script stays in the font of its neighbour where that has it.
    const isCommon = /^[\p{Script=Common}]+$/u.test(segment);
    const asked = isCommon && previous ? [previous.font, ...fonts] : fonts;
    const font = asked.find((candidate) => hasAll(candidate, segment));
    if (font) clusters.push(clusterIn(font, segment));
    else clusters.push(...charactersOf(segment, asked));
  }
  // What was left out must not leave two spaces behind.
  return clusters.filter(({ text }, index) => text !== ' ' || clusters[index - 1]?.text !== ' ');
}

/** Of a character that no font has whole, the letter without its marks, if there is a font for it. */
function charactersOf(segment: string, fonts: OpenFont[]): Cluster[] {
  const [letter = ''] = segment;
  const font = fonts.find((candidate) => hasAll(candidate, letter));
  return font && /^[\p{L}\p{N}\p{P}\p{S}]/u.test(letter) ? [clusterIn(font, letter)] : [];
}

function clusterIn(font: OpenFont, text: string): Cluster {
  return { text, font, width: widthOf(font, text) };
}

function hasAll(font: OpenFont, text: string): boolean {
  return [...text].every((character) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0));
}

/** The width of a text in one font, at a size of one point. */
function widthOf(font: OpenFont, text: string): number {
  return font.layout(text).advanceWidth / font.unitsPerEm;
}

/** Groups clusters into words, spaces, and whatever else no line may be broken inside. */
function wordsOf(clusters: Cluster[]): Word[] {
  const text = clusters.map((cluster) => cluster.text).join('');
  const starts = new Set<number>();
  for (const { segment, index } of words.segment(text)) {
    if (index > 0 && mayBreak(text.slice(0, index), segment)) starts.add(index);
  }
  const found: Word[] = [];
  let index = 0;
  let current: Cluster[] = [];
  const finish = () => {
    if (current.length === 0) return;
    const isSpace = current.every((cluster) => cluster.text === ' ');
    found.push({ clusters: current, width: widthOfClusters(current), isSpace });
    current = [];
  };
  for (const cluster of clusters) {
    if (starts.has(index)) finish();
    current.push(cluster);
    index += cluster.text.length;
  }
  finish();
  return found;
}

function mayBreak(before: string, segment: string): boolean {
  const last = [...before].at(-1) ?? '';
  const [first = ''] = segment;
  if (first === ' ' || last === ' ' || last === '-') return true;
  const isUnspaced = UNSPACED.test(first) || UNSPACED.test(last);
  return isUnspaced && !NEVER_FIRST.test(first) && !NEVER_LAST.test(last);
}

/** Shaped together: neighbours in one font may join or move closer. */
function widthOfClusters(clusters: Cluster[]): number {
  return inOneFont(clusters).reduce(
    (sum, run) => sum + widthOf(run.font, run.clusters.map((cluster) => cluster.text).join('')),
    0,
  );
}

function inOneFont(clusters: Cluster[]): { font: OpenFont; clusters: Cluster[] }[] {
  const runs: { font: OpenFont; clusters: Cluster[] }[] = [];
  for (const cluster of clusters) {
    const run = runs.at(-1);
    if (run?.font === cluster.font) run.clusters.push(cluster);
    else runs.push({ font: cluster.font, clusters: [cluster] });
  }
  return runs;
}

/**
 * Fills lines one after the other; a word that is longer than a line is parted where it may be, or else
 * broken anywhere.
 */
function breakLines(paragraph: Word[], limit: number, partsOf?: Parts, gap = GAP): Cluster[][] {
  const lines: Cluster[][] = [];
  let line: Cluster[] = [];
  let used = 0;
  const endLine = () => {
    lines.push(line);
    line = [];
    used = 0;
  };
  const add = (clusters: Cluster[], width: number) => {
    if (used + width > limit && line.length > 0) endLine();
    line.push(...clusters);
    used += width;
  };
  /** As many pieces as fit into the rest of the line; then the others, on lines of their own. */
  const addPieces = (pieces: Cluster[][], hyphen?: Cluster): void => {
    const clusters = pieces.flat();
    const width = widthOfClusters(clusters);
    if (used + width <= limit) return add(clusters, width);
    if (hyphen) {
      for (let count = pieces.length - 1; count > 0; count -= 1) {
        const first = [...pieces.slice(0, count).flat(), hyphen];
        const firstWidth = widthOfClusters(first);
        if (used + firstWidth > limit) continue;
        add(first, firstWidth);
        endLine();
        return addPieces(pieces.slice(count), hyphen);
      }
      if (line.length > 0) {
        endLine();
        return addPieces(pieces, hyphen);
      }
    }
    for (const cluster of clusters) add([cluster], cluster.width);
  };
  for (const word of paragraph) {
    const { clusters, width, isSpace } = word;
    const rest = limit - used;
    if (isSpace) {
      // A space hangs over the end of its line.
      line.push(...clusters);
      used += width;
    } else if (partsOf && width > rest && (width > limit || rest > limit * gap)) {
      const { pieces, hyphen } = partsOf(word);
      if (hyphen || width > limit) addPieces(pieces, hyphen);
      else add(clusters, width);
    } else if (width <= limit) add(clusters, width);
    else for (const cluster of clusters) add([cluster], cluster.width);
  }
  lines.push(line);
  return lines.map(trim);
}

function trim(line: Cluster[]): Cluster[] {
  const isInk = ({ text }: Cluster) => text !== ' ';
  return line.slice(Math.max(0, line.findIndex(isInk)), line.findLastIndex(isInk) + 1);
}

function cut(line: Cluster[], ellipsis: Cluster[], limit: number): Cluster[] {
  // A hyphen would stand before the mark.
  const kept = line.at(-1)?.text === HYPHEN ? line.slice(0, -1) : [...line];
  while (kept.length > 0 && widthOfClusters([...kept, ...ellipsis]) > limit) kept.pop();
  return [...trim(kept), ...ellipsis];
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
