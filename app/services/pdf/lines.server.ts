import { clustersOf, widthOfClusters, type Cluster } from './clusters.server';
import type { OpenFont } from './font-files.server';
import type { Hyphenate } from './hyphenation.server';

// Line breaking: between words, inside words that are too long, and balanced for names.

/** Clusters without a possible line break between them. */
interface Word {
  clusters: Cluster[];
  width: number;
  isSpace: boolean;
}

export const HYPHEN = '-';
/** Scripts without spaces: a line may break between their words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\u3000-\u303F\uFF00-\uFFEF]/u;
const NEVER_FIRST = /^[\p{Pe}\p{Pf}\p{Po}ー々ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ]/u;
const NEVER_LAST = /[\p{Ps}\p{Pi}]$/u;

const segmenter = new Intl.Segmenter('und', { granularity: 'word' });

/** Groups clusters into words, spaces, and other unbreakable units. */
export function wordsOf(clusters: Cluster[]): Word[] {
  const text = clusters.map((cluster) => cluster.text).join('');
  const starts = new Set<number>();
  for (const { segment, index } of segmenter.segment(text)) {
    if (index > 0 && mayBreak(text.slice(0, index), segment)) starts.add(index);
  }
  const found: Cluster[][] = [];
  let index = 0;
  for (const cluster of clusters) {
    if (index === 0 || starts.has(index)) found.push([]);
    found.at(-1)?.push(cluster);
    index += cluster.text.length;
  }
  return found.map((word) => ({
    clusters: word,
    width: widthOfClusters(word),
    isSpace: word.every((cluster) => cluster.text === ' '),
  }));
}

function mayBreak(before: string, segment: string): boolean {
  const last = [...before].at(-1) ?? '';
  const [first = ''] = segment;
  if (first === ' ' || last === ' ' || last === '-') return true;
  const isUnspaced = UNSPACED.test(first) || UNSPACED.test(last);
  return isUnspaced && !NEVER_FIRST.test(first) && !NEVER_LAST.test(last);
}

/** The places where a word may be hyphenated, and the hyphen. */
export type Parts = (word: Word) => { pieces: Cluster[][]; hyphen?: Cluster };

/** For words that are not hyphenated. */
export const inOnePiece: Parts = ({ clusters }) => ({ pieces: [clusters] });

/** Hyphenates words by a language's rules. */
export function hyphenateWith(hyphenate: Hyphenate, fonts: OpenFont[]): Parts {
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

/** Whether a word would be broken at a forbidden place even with hyphenation. */
export function breaksForbidden(words: Word[], limit: number, partsOf: Parts): boolean {
  const isTooWide = (word: Word) => {
    const { pieces, hyphen } = partsOf(word);
    return pieces.some((piece) => widthOfClusters(hyphen ? [...piece, hyphen] : piece) > limit);
  };
  return words.some((word) => word.width > limit && isTooWide(word));
}

/**
 * Fills lines one after the other. A word that is longer than a line is hyphenated if possible, else broken
 * anywhere.
 * @param options.gap a word is hyphenated if otherwise more than this fraction of a line would stay empty
 */
export function breakLines(
  paragraph: Word[],
  { limit, partsOf, gap }: { limit: number; partsOf: Parts; gap: number },
): Cluster[][] {
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
  /** Puts as many pieces as fit on the rest of the line, and the others on lines of their own. */
  const addPieces = (pieces: Cluster[][], hyphen?: Cluster): void => {
    const clusters = pieces.flat();
    const width = widthOfClusters(clusters);
    if (hyphen && used + width > limit) {
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
    if (width <= limit) add(clusters, width);
    else for (const cluster of clusters) add([cluster], cluster.width);
  };
  for (const word of paragraph) {
    const { clusters, width, isSpace } = word;
    const rest = limit - used;
    const leavesGap = width > rest && rest > limit * gap;
    if (isSpace) {
      // A space may exceed the end of its line.
      line.push(...clusters);
      used += width;
    } else if (width <= limit && !leavesGap) add(clusters, width);
    else {
      const { pieces, hyphen } = partsOf(word);
      addPieces(pieces, hyphen);
    }
  }
  lines.push(line);
  return lines.map(trim);
}

/** Breaks again at the smallest width that needs no more lines. */
export function balance<T>(breakAt: (limit: number) => T[], least: number, most: number): T[] {
  const count = breakAt(most).length;
  let [low, high] = [least, most];
  while (high - low > 0.05) {
    const middle = (low + high) / 2;
    if (breakAt(middle).length > count) low = middle;
    else high = middle;
  }
  return breakAt(high);
}

function trim(line: Cluster[]): Cluster[] {
  const isInk = ({ text }: Cluster) => text !== ' ';
  return line.slice(Math.max(0, line.findIndex(isInk)), line.findLastIndex(isInk) + 1);
}

/** Truncates a line so that an ellipsis fits. */
export function cut(line: Cluster[], ellipsis: Cluster[], limit: number): Cluster[] {
  // A hyphen must not come before the ellipsis.
  const shortened = line.at(-1)?.text === HYPHEN ? line.slice(0, -1) : [...line];
  while (shortened.length > 0 && widthOfClusters([...shortened, ...ellipsis]) > limit)
    shortened.pop();
  return [...trim(shortened), ...ellipsis];
}
